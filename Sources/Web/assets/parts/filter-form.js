/** A form that puts the conditions of a filter together, or edits those of a saved one. */
import { post, put } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { createButton } from './controls.js';
import { createGroup } from './filter-condition.js';
import { createField, createForm, createOptions } from './form.js';
import { showToast } from './toast.js';

/**
 * @param {string} currency that of the venue, in which amounts are typed
 * @param {object | null} filter the one to edit; null for a new one
 * @param {() => void} onClose called once the edit is saved or given up
 */
export function renderFilterForm(path, currency, filter = null, onClose = () => {}) {
  const title = filter ? translate('filters.editName', { name: filter.name }) : translate('filters.new');
  const id = filter ? 'edit-filter' : 'new-filter';
  const place = createElement('div', {});
  const kind = filter ? null : createField({ name: 'kind', label: translate('filters.kind'), control: 'select', options: createOptions(['customers', 'sales'].map((one) => [one, translate(`filters.kinds.${one}`)]), 'customers') });
  const getKind = () => filter?.kind ?? kind.querySelector('select').value;
  let group = null;
  const start = () => {
    let count = 0;
    const next = () => {
      count += 1;
      return count;
    };
    // Names of parameters end with a number. New ones are above those that the filter has.
    const asked = Math.max(0, ...(JSON.stringify(filter?.where ?? null).match(/\d+(?="\})/g) ?? []).map(Number));
    group = createGroup({ kind: getKind(), currency, next, asked }, filter?.where ?? null);
    redraw(place, group.node);
  };
  kind?.addEventListener('change', start);
  start();
  const send = async (values, node) => {
    const where = group.read(values);
    if (filter) await put(`${path}/filters/${filter.id}`, { name: values.name, where });
    else await post(`${path}/filters`, { name: values.name, kind: values.kind, where });
    showToast(translate('filters.saved', { name: values.name }));
    if (filter) onClose();
    else {
      node.reset();
      start();
    }
    await refreshScreen();
  };
  return createElement('section', { class: 'section', 'aria-labelledby': id },
    createElement('h2', { id }, title),
    createForm({ class: 'form', label: title, send },
      createField({ name: 'name', label: translate('filters.name'), required: true, maxlength: 100, autocomplete: 'off', value: filter?.name }),
      kind, place,
      createElement('div', { class: 'actions' }, createElement('button', { class: 'button primary', type: 'submit' }, translate('filters.save')),
        filter ? createButton(translate('action.notNow'), onClose, { variant: 'plain', key: 'close-filter' }) : null)));
}

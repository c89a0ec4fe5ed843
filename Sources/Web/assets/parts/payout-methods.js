/** How people can pay the person back. Values are shown masked, and in full only to people who owe the person something. */
import { get, put, remove } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { createField, createForm, createOptions } from './form.js';
import { runWithReauthentication } from './reauthenticate.js';
import { showToast } from './toast.js';

/** The fields of each kind beside `value`. */
const FIELDS = { account: ['name'], payPal: [], upi: ['name'], pix: ['name', 'city'], link: ['link'], other: ['label'] };
const ADDRESS = ['street', 'houseNumber', 'postcode', 'town', 'country'];
const PATH = '/v1/me/payout-methods';

/**
 * Renders the section.
 *
 * @param {{ kind: string, masked: string }[]} first
 * @param {{ id: string, label: string }[]} links those of the operator
 */
export function renderPayoutMethods(first, links) {
  const list = createElement('div', {});
  const draw = (methods) => redraw(list, methods.length > 0 ? createElement('ul', { class: 'group' }, methods.map(renderMethod)) : null, createAddForm(methods));
  const renderMethod = ({ kind, masked }) => createElement('li', { class: 'setting' }, createIcon('receipt'),
    createElement('span', { class: 'setting-body' }, createElement('span', {}, translate(`payouts.kind.${kind}`)), createElement('bdi', { class: 'secondary' }, masked)),
    createButton(translate('payouts.remove'), () => removeMethod(kind),
      { variant: 'plain', key: `payout-${kind}`, label: translate('payouts.removeKind', { kind: translate(`payouts.kind.${kind}`) }) }));
  const removeMethod = (kind) => tryAction(async () => {
    await remove(`${PATH}/${kind}`);
    draw((await get(PATH)).items);
    showToast(translate('payouts.removed'));
  });

  function createAddForm(methods) {
    const kinds = Object.keys(FIELDS).filter((kind) => kind !== 'link' || links.length > 0);
    const chosen = kinds.find((kind) => !methods.some((method) => method.kind === kind)) ?? kinds[0];
    const fields = createElement('div', { class: 'form' }, createKindFields(chosen, links));
    const send = async ({ kind, ...values }) => {
      const { items } = await runWithReauthentication(() => put(`${PATH}/${kind}`, createBody(values)));
      draw(items);
      showToast(translate('payouts.saved'));
    };
    return createForm({ label: translate('payouts.add'), send },
      createField({
        name: 'kind', label: translate('payouts.how'), control: 'select', options: createOptions(kinds.map((kind) => [kind, translate(`payouts.kind.${kind}`)]), chosen),
        on: { change: ({ target }) => redraw(fields, createKindFields(target.value, links)) },
      }),
      fields, createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('payouts.save'))));
  }

  draw(first);
  return createElement('section', { class: 'section', 'aria-labelledby': 'payouts' },
    createElement('h2', { id: 'payouts' }, translate('payouts.title')),
    createElement('p', { class: 'secondary spaced' }, translate('payouts.text')),
    list);
}

function createKindFields(kind, links) {
  const field = (name, label, more) => createField({ name, label, required: true, maxlength: 100, autocomplete: 'off', ...more });
  return [
    FIELDS[kind].includes('label') ? field('label', translate('payouts.label')) : null,
    FIELDS[kind].includes('link') ? createField({ name: 'label', label: translate('payouts.label'), control: 'select', options: createOptions(links.map(({ id, label }) => [id, label])) }) : null,
    field('value', translate(`payouts.value.${kind}`), { spellcheck: 'false', autocapitalize: 'none', dir: 'ltr' }),
    FIELDS[kind].includes('name') ? field('name', translate('payouts.name')) : null,
    FIELDS[kind].includes('city') ? field('city', translate('payouts.city')) : null,
    kind === 'account' ? createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('payouts.address')),
      createElement('div', { class: 'form', 'data-field': 'address' }, createElement('p', { class: 'secondary' }, translate('payouts.addressText')),
        ADDRESS.map((name) => field(name, translate(`payouts.${name}`), { required: false, maxlength: name === 'country' ? 2 : 100 })))) : null,
  ];
}

/** Puts the parts of an address into an object of their own, and leaves out what is empty. */
function createBody(values) {
  const typed = Object.entries(values).filter(([, value]) => value !== '');
  const address = Object.fromEntries(typed.filter(([name]) => ADDRESS.includes(name)));
  const body = Object.fromEntries(typed.filter(([name]) => !ADDRESS.includes(name)));
  return Object.keys(address).length > 0 ? { ...body, address } : body;
}

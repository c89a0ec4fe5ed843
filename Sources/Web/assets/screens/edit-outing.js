/** Editing an outing. What people will be notified of is listed beside the fields; conflicting edits are merged field by field. */
import { getAll, patch, Problem, read } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createDraft, createPatch, createSeriesPatch, findChangedFields, formatFieldValue, formatTimesOfSameDay, readDraft } from '../outing-draft.js';
import { countNotified } from '../outing-model.js';
import { navigate } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { renderBanner } from '../parts/banner.js';
import { createButton } from '../parts/controls.js';
import { renderDiff } from '../parts/diff.js';
import { createField, createForm, createOptions, readValues, showFieldError } from '../parts/form.js';
import { findConflicts, renderMergePanel } from '../parts/merge-conflicts.js';
import { createOutingFields, questionPastTime, reportIncompleteTime } from '../parts/outing-fields.js';
import { showToast } from '../parts/toast.js';

export default async function loadEditOutingScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  let [{ body: outing, tag }, attendees] = await Promise.all([read(path, { signal }), getAll(`${path}/attendees`, { signal })]);
  const series = outing.series ? await read(`/v1/series/${outing.series.id}`, { signal }).catch(() => null) : null;
  const canEditSeries = series && !series.body.endedAt && series.body.host.id === getCurrentPerson().id;
  let base = createDraft(outing);

  const notice = createElement('div', { 'aria-live': 'polite' });
  const changeList = createElement('ul', { class: 'changes' });
  const save = createElement('button', { class: 'button primary large wide', type: 'submit', form: 'editor' });
  const node = createForm({ send: saveOuting, draft: `edit-${id}` }, notice, createElement('div', { class: 'form fields' }, createOutingFields(base, { isNew: false, outing: id })),
    canEditSeries ? createScopeField() : null);
  node.id = 'editor';

  const readCurrentDraft = () => readDraft(base, readValues(node));

  /** Counts who is notified of what changed. A zone moves the time, if there is one. */
  function countReaders() {
    const current = readCurrentDraft();
    const changed = findChangedFields(base, current);
    return countNotified(attendees, getCurrentPerson().id, changed.includes('timeZone') && current.startsAt ? [...changed, 'startsAt'] : changed);
  }

  function drawChanges() {
    const current = readCurrentDraft();
    const changed = findChangedFields(base, current);
    const nothing = createElement('li', { class: 'secondary' }, translate('edit.nothingYet'));
    redraw(changeList, changed.length === 0 ? nothing : changed.map((name) => renderChange(name, base, current)));
    save.textContent = changed.length === 0 ? translate('edit.saveNothing') : translate('edit.save', { count: countReaders() });
  }

  async function saveOuting(values) {
    if (reportIncompleteTime(node, values) || questionPastTime(node, values, base)) return false;
    if (values.scope) return saveSeries(values.scope);
    const body = createPatch(base, readCurrentDraft(), outing);
    const isChanged = Object.keys(body).length > 0;
    const count = countReaders();
    if (isChanged) {
      try {
        await patch(path, body, tag);
      } catch (error) {
        if (error instanceof Problem && error.status === 412) return merge();
        throw error;
      }
    }
    navigate(`/outings/${id}`, { replace: true });
    if (isChanged) showToast(translate('edit.saved', { count }));
    return true;
  }

  /** Saves the changes for the following outings of the series, or for all to come. */
  async function saveSeries(scope) {
    const body = createSeriesPatch(base, readCurrentDraft());
    if (!body) {
      showFieldError(node, 'date', translate('series.dayIsOne'));
      node.querySelector('[aria-invalid]').focus();
      return false;
    }
    const from = scope === 'following' ? `?from=${outing.series.date}` : '';
    const isChanged = Object.keys(body).length > 0;
    if (isChanged) await patch(`/v1/series/${outing.series.id}${from}`, body, series.tag);
    navigate(`/outings/${id}`, { replace: true });
    if (isChanged) showToast(translate('series.saved'));
    return true;
  }

  /** Takes over what another person saved meanwhile, and asks the person about fields that both changed. */
  async function merge() {
    const mine = readCurrentDraft();
    ({ body: outing, tag } = await read(path));
    const theirs = createDraft(outing);
    const conflicts = findConflicts(base, mine, theirs);
    const merged = { ...theirs };
    for (const name of findChangedFields(base, mine)) merged[name] = mine[name];
    base = theirs;
    fill(merged);
    redraw(notice, renderMergePanel(conflicts, mine, theirs, (name, chosen) => fill({ ...readCurrentDraft(), [name]: chosen })));
    notice.scrollIntoView({ block: 'start' });
    notice.querySelector('h2').focus();
    return false;
  }

  function fill(values) {
    redraw(node.querySelector('.fields'), createOutingFields(values, { isNew: false, outing: id }));
    node.dispatchEvent(new Event('input'));
  }

  /** Takes back what was typed at an earlier time. */
  function discardDraft() {
    fill(base);
    redraw(notice);
  }

  node.addEventListener('input', drawChanges);
  drawChanges();
  if ('restored' in node.dataset) {
    redraw(notice, renderBanner({
      icon: 'pencil', tone: 'highlight', title: translate('edit.restoredTitle'), text: translate('edit.restoredText'),
      action: createButton(translate('edit.discard'), discardDraft, { variant: 'plain' }),
    }));
  }
  return {
    title: translate('edit.title'),
    content: createElement('div', {},
      createElement('header', { class: 'detail-header' },
        createElement('a', { class: 'button round', href: `/outings/${id}`, 'aria-label': translate('edit.close') }, createIcon('cross')),
        createElement('h1', {}, translate('edit.title'))),
      createElement('div', { class: 'editor' }, node,
        createElement('section', { class: 'save-panel', 'aria-labelledby': 'changes-heading' },
          createElement('h2', { id: 'changes-heading', class: 'label' }, translate('edit.told')), changeList, save))),
    concerns: (happening) => happening.outing === id && happening.kind === 'revision',
    refresh: async () => {
      const fresh = await read(path);
      if (fresh.body.version === outing.version) return;
      redraw(notice, renderBanner({ icon: 'merge', tone: 'highlight', title: translate('edit.changedTitle'), text: translate('edit.changedText') }));
    },
  };
}

function renderChange(name, base, draft) {
  const sameDayTimes = ['startsAt', 'endsAt', 'respondBy'].includes(name) ? formatTimesOfSameDay(base[name], draft[name]) : null;
  const [before, after] = sameDayTimes ?? [formatFieldValue(name, base), formatFieldValue(name, draft)];
  return createElement('li', {}, createElement('span', { class: 'label' }, translate(`draft.${name}`)),
    renderDiff(before, after));
}

/** Creates the field that selects which outings of the series to change. */
function createScopeField() {
  return createField({
    name: 'scope', label: translate('series.scope'), control: 'select',
    options: createOptions([['', translate('series.scopeThis')], ['following', translate('series.scopeFollowing')], ['all', translate('series.scopeAll')]], ''),
  });
}

/** Edit an outing: what people will be told stands beside the fields, and a conflict is merged field by field. */
import { all, patch, Problem, read } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { changedFields, draftFrom, draftOf, patchOf, seriesPatch, timeTexts, valueText } from '../drafts.js';
import { announce } from '../parts/said.js';
import { banner } from '../parts/banner.js';
import { diff } from '../parts/diff.js';
import { conflictsBetween, mergePanel } from '../parts/merge.js';
import { choices, field, form, showFault, valuesOf } from '../parts/form.js';
import { outingFields, whenFault } from '../parts/outing-fields.js';
import { navigate } from '../page.js';
import { me } from '../session.js';
import { say } from '../words.js';

export default async function editScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  let [{ body: outing, tag }, attendees] = await Promise.all([read(path, { signal }), all(`${path}/attendees`, { signal })]);
  const series = outing.series ? await read(`/v1/series/${outing.series.id}`, { signal }).catch(() => null) : null;
  const mayEditAll = series && !series.body.endedAt && series.body.host.id === me().id;
  let base = draftOf(outing);
  let saved = false;

  const above = element('div', { 'aria-live': 'polite' });
  const told = element('ul', { class: 'changes' });
  const save = element('button', { class: 'button sun large wide', type: 'submit', form: 'editor' });
  const node = form({ send }, above, element('div', { class: 'form fields' }, outingFields(base, { isNew: false, outing: id })),
    mayEditAll ? scopeField() : null);
  node.id = 'editor';

  const draft = () => draftFrom(base, valuesOf(node));
  const reach = () => attendees.filter((one) => one.person.id !== me().id && one.status !== 'declined').length;

  function drawTold() {
    const now = draft();
    const changed = changedFields(base, now);
    const nothing = element('li', { class: 'second' }, say('edit.nothingYet'));
    redraw(told, changed.length === 0 ? nothing : changed.map((name) => changeLine(name, base, now)));
    save.textContent = changed.length === 0 ? say('edit.saveNothing') : say('edit.save', { count: reach() });
  }

  async function send(values) {
    if (whenFault(node, values)) return;
    if (values.scope) return sendAll(values.scope);
    const body = patchOf(base, draft(), outing);
    if (Object.keys(body).length > 0) {
      try {
        await patch(path, body, tag);
      } catch (error) {
        if (error instanceof Problem && error.status === 412) return merge();
        throw error;
      }
    }
    saved = true;
    navigate(`/outings/${id}`, { replace: true });
    announce(say('edit.saved', { count: reach() }));
  }

  /** The same for what follows in the series, or for all to come. */
  async function sendAll(scope) {
    const body = seriesPatch(base, draft());
    if (!body) {
      showFault(node, 'date', say('series.dayIsOne'));
      node.querySelector('[aria-invalid]').focus();
      return;
    }
    const from = scope === 'following' ? `?from=${outing.series.date}` : '';
    if (Object.keys(body).length > 0) await patch(`/v1/series/${outing.series.id}${from}`, body, series.tag);
    saved = true;
    navigate(`/outings/${id}`, { replace: true });
    announce(say('series.saved'));
  }

  /** Somebody saved meanwhile: their fields come in, and where both changed one, the person chooses. */
  async function merge() {
    const mine = draft();
    ({ body: outing, tag } = await read(path));
    const theirs = draftOf(outing);
    const conflicts = conflictsBetween(base, mine, theirs);
    const merged = { ...theirs };
    for (const name of changedFields(base, mine)) merged[name] = mine[name];
    base = theirs;
    fill(merged);
    redraw(above, mergePanel(conflicts, mine, theirs, (name, chosen) => fill({ ...draft(), [name]: chosen })));
    above.scrollIntoView({ block: 'start' });
    above.querySelector('h2').focus();
  }

  function fill(values) {
    redraw(node.querySelector('.fields'), outingFields(values, { isNew: false, outing: id }));
    drawTold();
  }

  node.addEventListener('input', drawTold);
  drawTold();
  return {
    title: say('edit.title'),
    content: element('div', {},
      element('header', { class: 'edit-head' },
        element('a', { class: 'button round', href: `/outings/${id}`, 'aria-label': say('edit.close') }, icon('cross')),
        element('h1', {}, say('edit.title'))),
      element('div', { class: 'editor' }, node,
        element('section', { class: 'save', 'aria-labelledby': 'told' },
          element('h2', { id: 'told', class: 'label' }, say('edit.told')), told, save))),
    concerns: (happening) => happening.outing === id && happening.kind === 'revision',
    refresh: async () => {
      const fresh = await read(path);
      if (fresh.body.version === outing.version) return;
      redraw(above, banner({ sign: 'merge', tone: 'ask', title: say('edit.changedTitle'), text: say('edit.changedText') }));
    },
    getLeaveQuestion: () => (!saved && changedFields(base, draft()).length > 0 ? say('edit.leave') : null),
  };
}

function changeLine(name, base, draft) {
  const short = name === 'startsAt' || name === 'respondBy' ? timeTexts(base[name], draft[name]) : null;
  const [before, after] = short ?? [valueText(name, base), valueText(name, draft)];
  return element('li', {}, element('span', { class: 'label' }, say(`draft.${name}`)),
    diff(before, after));
}

/** Whom an edit of one outing of a series is about. */
function scopeField() {
  return field({
    name: 'scope', label: say('series.scope'), control: 'select',
    options: choices([['', say('series.scopeThis')], ['following', say('series.scopeFollowing')], ['all', say('series.scopeAll')]], ''),
  });
}

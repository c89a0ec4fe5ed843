/** The restaurants where a circle has eaten. */
import { get } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTime } from '../time.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { createFactLine } from './labels.js';

/**
 * Renders the list with a button for older visits.
 *
 * @param {string} path the circle's path
 * @param {any} first the first page
 */
export function renderCircleHistory(path, first) {
  const list = createElement('ol', { class: 'rows circle-history' }, first.items.map(renderVisit));
  let { next } = first;
  const older = createButton(translate('circle.older'), async () => {
    await tryAction(async () => {
      const page = await get(`${path}/memory?cursor=${encodeURIComponent(next)}`);
      list.append(...page.items.map(renderVisit));
      next = page.next;
      older.hidden = !next;
    });
  }, { key: 'older' });
  older.hidden = !next;
  return createElement('section', { class: 'section', 'aria-labelledby': 'memory' },
    createElement('h2', { id: 'memory' }, translate('circle.memory')),
    createElement('p', { class: 'secondary' }, translate(first.items.length > 0 ? 'circle.memoryText' : 'circle.memoryEmpty')),
    list, createElement('p', {}, older));
}

function renderVisit(visit) {
  return createElement('li', { class: 'row' }, createElement('div', { class: 'row-body' },
    createElement('a', { class: 'row-title', href: `/restaurants/${visit.restaurant.id}`, 'data-key': `place-${visit.outing.id}`, dir: 'auto' },
      visit.restaurant.name),
    createFactLine([
      createElement('a', { class: 'link', href: `/outings/${visit.outing.id}`, 'data-key': `outing-${visit.outing.id}` },
        formatDateTime(visit.startsAt, visit.timeZone)),
      translate('circle.times', { count: visit.times }),
    ]),
    createFactLine([describePick(visit.pick), visit.mean === null ? null : createElement('span', { class: 'state' }, createIcon('star'), translate('circle.mean', { value: visit.mean }))])));
}

function describePick(pick) {
  if (!pick) return null;
  if (pick.by === 'vote') return translate('circle.pickVote');
  return pick.person.id === getCurrentPerson()?.id ? translate('circle.pickYou') : translate('circle.pick', { name: pick.person.name });
}

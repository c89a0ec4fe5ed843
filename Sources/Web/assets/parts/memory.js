/** Where a circle has eaten: when, whose idea it was, how often. */
import { get } from '../api.js';
import { element, icon } from '../element.js';
import { moment } from '../time.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { dotted } from './outing-row.js';
import { announce } from './said.js';

/** @param {string} path the circle's @param {any} first the first page of its memory */
export function memoryPanel(path, first) {
  const list = element('ol', { class: 'rows memory' }, first.items.map(row));
  let { next } = first;
  const older = button(say('circle.older'), async () => {
    try {
      const page = await get(`${path}/memory?cursor=${encodeURIComponent(next)}`);
      list.append(...page.items.map(row));
      next = page.next;
      older.hidden = !next;
    } catch (problem) {
      announce(problem.message);
    }
  }, { key: 'older' });
  older.hidden = !next;
  return element('section', { class: 'section', 'aria-labelledby': 'memory' },
    element('h2', { id: 'memory' }, say('circle.memory')),
    element('p', { class: 'second' }, say(first.items.length > 0 ? 'circle.memoryText' : 'circle.memoryEmpty')),
    list, element('p', {}, older));
}

function row(visit) {
  return element('li', { class: 'row' }, element('div', { class: 'row-body' },
    element('a', { class: 'row-title', href: `/restaurants/${visit.restaurant.id}`, 'data-key': `place-${visit.outing.id}` },
      visit.restaurant.name),
    dotted([
      element('a', { class: 'link', href: `/outings/${visit.outing.id}`, 'data-key': `outing-${visit.outing.id}` },
        moment(visit.startsAt, visit.timeZone)),
      say('circle.times', { count: visit.times }),
    ]),
    dotted([pick(visit.pick), visit.mean === null ? null : element('span', { class: 'state' }, icon('star'), say('circle.mean', { value: visit.mean }))])));
}

function pick(pick) {
  if (!pick) return null;
  return pick.by === 'vote' ? say('circle.pickVote') : say('circle.pick', { name: pick.person.name });
}

/** Who comes, by answer and then by name. */
import { element } from '../element.js';
import { reader } from '../session.js';
import { say } from '../words.js';
import { face } from './face.js';

const ORDER = ['attending', 'waitlisted', 'maybe', 'invited', 'declined'];

/** The groups as faces under a sentence each. */
export function attendeesByStatus(attendees) {
  return byStatus(attendees).map(([status, group]) => element('div', { class: 'status-group' },
    element('h3', {}, heading(status, group)),
    element('ul', { class: 'people' }, group.map(person))));
}

/** `[status, attendees]` of every status somebody has, in the order of the page. */
export function byStatus(attendees) {
  return ORDER.map((status) => [status, attendees.filter((one) => one.status === status)])
    .filter(([, group]) => group.length > 0);
}

/** "5 attending, with 2 guests". */
export function heading(status, group) {
  const guests = group.reduce((sum, one) => sum + one.partySize - 1, 0);
  return say(`who.${status}`, { count: group.length, guests: status === 'attending' ? guests : 0 });
}

/** "You", "Leila". */
export function nameOf(person) {
  return person.id === reader()?.id ? say('who.you') : person.name;
}

function person(one) {
  return element('li', { class: one.status === 'declined' ? 'declined-name' : null }, face(one.person, one),
    element('span', {}, nameOf(one.person)));
}

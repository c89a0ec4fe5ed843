/** The attendees of an outing, grouped by their answers. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { getViewer } from '../session.js';
import { renderAvatar } from './avatar.js';

const STATUS_ORDER = ['attending', 'waitlisted', 'maybe', 'invited', 'declined'];

/** Renders each group as avatars under a heading. */
export function renderAttendeesByStatus(attendees) {
  return groupByStatus(attendees).map(([status, group]) => createElement('div', { class: 'status-group' },
    createElement('h3', {}, formatStatusHeading(status, group)),
    createElement('ul', { class: 'people' }, renderNamed(group, renderAttendee))));
}

/** Renders each attendee with `render`, and counts those whose names the viewer doesn't see in one row at the end. */
export function renderNamed(attendees, render) {
  const isNamed = (attendance) => !attendance.isUnnamed || attendance.person.id === getViewer()?.id;
  const count = attendees.filter((one) => !isNamed(one)).length;
  return [...attendees.filter(isNamed).map(render), count > 0 ? createElement('li', { class: 'secondary' }, translate('who.more', { count })) : null];
}

/** Returns `[status, attendees]` for each status that occurs, in display order. */
export function groupByStatus(attendees) {
  return STATUS_ORDER.map((status) => [status, attendees.filter((one) => one.status === status)])
    .filter(([, group]) => group.length > 0);
}

/** Formats the heading of a group: "5 going, with 2 guests". */
export function formatStatusHeading(status, group) {
  const guests = group.reduce((sum, one) => sum + one.partySize - 1, 0);
  return translate(`who.${status}`, { count: group.length, guests: status === 'attending' ? guests : 0 });
}

/** Returns "You" or the person's name. */
export function formatName(person) {
  return person.id === getViewer()?.id ? translate('who.you') : person.name;
}

function renderAttendee(attendance) {
  return createElement('li', { class: attendance.status === 'declined' ? 'declined-name' : null }, renderAvatar(attendance.person, attendance),
    createElement('span', { dir: 'auto' }, formatName(attendance.person)));
}

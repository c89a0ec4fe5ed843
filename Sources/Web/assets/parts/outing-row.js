/** One outing in a list: plate, title, when and where, who comes. */
import { element, icon } from '../element.js';
import { isOver, whenAndWhere } from '../outings.js';
import { plate } from './plate.js';
import { face } from './face.js';
import { say } from '../words.js';

const unread = new Map();

/** From now on rows say how many messages of an outing one has not read. */
export function countUnread({ items }) {
  unread.clear();
  for (const { outing, unread: count } of items) unread.set(outing.id, count);
}

export function outingRow(outing) {
  const classes = isOver(outing) ? 'past' : null;
  return element('li', { class: classes }, element('a', { class: 'row', href: `/outings/${outing.id}`, 'data-key': outing.id },
    plate(outing),
    element('span', { class: 'row-body' },
      element('span', { class: 'row-title' }, outing.title),
      dotted(whenAndWhere(outing)),
      note(outing)),
    element('span', { class: 'row-end' }, comers(outing), unreadPill(outing))));
}

/** Facts in one line with a dot between. */
export function dotted(facts, className = 'second') {
  const kept = facts.filter(Boolean);
  return element('span', { class: `${className} facts` }, kept.map((fact, at) =>
    [at > 0 ? ' ' : null, element('span', { class: at + 1 < kept.length ? 'then' : null }, fact)]));
}

/** A pill with a sign and a word. */
export function pill(kind, sign, word) {
  return element('span', { class: `pill ${kind}` }, icon(sign), word);
}

/** How many messages one has not read; null for none. */
export function unreadPill(outing) {
  const count = unread.get(outing.id);
  return count ? pill('ask', 'quote', say('message.unread', { count })) : null;
}

function note(outing) {
  if (outing.state === 'cancelled') return element('span', {}, pill('failed', 'cross', say('state.cancelled')));
  if (outing.myAttendance?.isWaiting) return element('span', { class: 'row-note' }, say('answer.notSent'));
  if (outing.state === 'happening') return element('span', {}, pill('attending', 'clock', say('state.happening')));
  if (outing.myAttendance?.changedSince && !isOver(outing)) {
    return element('span', { class: 'row-note' }, say('outing.changedSince'));
  }
  if (outing.myAttendance?.status === 'maybe') return element('span', {}, pill('maybe', 'wave', say('status.maybe')));
  if (outing.myAttendance?.status === 'waitlisted') return element('span', {}, pill('', 'clock', say('status.waitlisted')));
  return null;
}

function comers(outing) {
  const count = outing.counts.attending;
  return element('span', { class: 'stack' }, face(outing.host),
    count > 1 ? element('span', { class: 'more' }, say('face.more', { count: count - 1 })) : null);
}

/** An outing as a row of a list. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatWhenAndWhere, isOver } from '../outing-model.js';
import { renderAvatar } from './avatar.js';
import { renderClockFace } from './clock-face.js';
import { createFactLine, createPill } from './labels.js';

const unreadCounts = new Map();

/** Sets the numbers of unread messages that rows show. */
export function setUnreadMessages({ items }) {
  unreadCounts.clear();
  for (const { outing, unread: count } of items) unreadCounts.set(outing.id, count);
}

export function renderOutingRow(outing) {
  const classes = isOver(outing) ? 'past' : null;
  return createElement('li', { class: classes }, createElement('a', { class: 'row', href: `/outings/${outing.id}`, 'data-key': outing.id },
    renderClockFace(outing),
    createElement('span', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, outing.title),
      createFactLine(formatWhenAndWhere(outing)),
      renderNote(outing)),
    createElement('span', { class: 'row-end' }, renderAttendees(outing), renderUnreadPill(outing))));
}

/** Renders the number of unread messages; null if there are none. */
export function renderUnreadPill(outing) {
  const count = unreadCounts.get(outing.id);
  return count ? createPill('highlight', 'quote', translate('message.unread', { count })) : null;
}

function renderNote(outing) {
  if (outing.state === 'cancelled') return createElement('span', {}, createPill('failed', 'cross', translate('state.cancelled')));
  if (outing.myAttendance?.isWaiting) return createElement('span', { class: 'row-note' }, translate('answer.notSent'));
  if (outing.state === 'happening') return createElement('span', {}, createPill('attending', 'clock', translate('state.happening')));
  if (outing.myAttendance?.changedSince && !isOver(outing)) {
    return createElement('span', { class: 'row-note' }, translate('outing.changedSince'));
  }
  if (outing.myAttendance?.status === 'maybe') return createElement('span', {}, createPill('maybe', 'wave', translate('status.maybe')));
  if (outing.myAttendance?.status === 'waitlisted') return createElement('span', {}, createPill('', 'clock', translate('status.waitlisted')));
  return null;
}

function renderAttendees(outing) {
  const count = outing.counts.attending;
  return createElement('span', { class: 'avatar-stack' }, renderAvatar(outing.host),
    count > 1 ? createElement('span', { class: 'more' }, translate('face.more', { count: count - 1 })) : null);
}

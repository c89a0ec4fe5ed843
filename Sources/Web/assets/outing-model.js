/** What an outing's data means to the person: their role, the answer they owe, and how to describe it. */
import { translate } from './localization.js';
import { formatDateTime } from './time.js';

export const isHost = (outing) => ['host', 'cohost'].includes(outing.myAttendance?.role);
export const isOver = (outing) => outing.state === 'done' || outing.state === 'cancelled';

/** Returns whether the person has not answered, or answered before the time or place changed. */
export function needsMyAnswer(outing) {
  const mine = outing.myAttendance;
  if (!mine || isHost(outing) || isOver(outing)) return false;
  return mine.status === 'invited' || (mine.changedSince && mine.status !== 'declined');
}

export const getPlaceName = (outing) => outing.restaurant?.name ?? outing.place ?? null;

/** Returns the parts of "Thu 11 Mar, 12:30 · Lumo Kitchen", or states what is still open. */
export function formatWhenAndWhere(outing) {
  const place = getPlaceName(outing);
  if (!outing.startsAt && !place) return [translate('outing.allOpen')];
  return [
    outing.startsAt ? formatDateTime(outing.startsAt, outing.timeZone) : translate('outing.timeOpen'),
    place ?? translate('outing.placeOpen'),
  ];
}

/** Describes an answer to the person who gave it. */
export function describeAnswer(attendance, host, isHostAnswering = false) {
  const guests = attendance.partySize - 1;
  const visibility = isHostAnswering ? '' : ` ${translate('answer.seen', { host: host.name })}`;
  return translate(`answer.said.${attendance.status}`, { guests }) + visibility;
}

/** Returns the address as text, both for a restaurant and for the copy of it in an outing. */
export function getAddressText(place) {
  const address = place?.address;
  return typeof address === 'string' ? address : address?.text ?? null;
}

/** What the client knows of an outing: whose it is, what it asks, and how to say it. */
import { formatDateTime } from './time.js';
import { translate } from './localization.js';

export const isHost = (outing) => ['host', 'cohost'].includes(outing.myAttendance?.role);
export const isOver = (outing) => outing.state === 'done' || outing.state === 'cancelled';

/** Waits for my answer: never given, or given to another time or place. */
export function needsMyAnswer(outing) {
  const mine = outing.myAttendance;
  if (!mine || isHost(outing) || isOver(outing)) return false;
  return mine.status === 'invited' || (mine.changedSince && mine.status !== 'declined');
}

export const getPlaceName = (outing) => outing.restaurant?.name ?? outing.place ?? null;

/** "Thu 11 Mar, 12:30 · Lumo Kitchen", with what is open said. */
export function formatWhenAndWhere(outing) {
  const place = getPlaceName(outing);
  if (!outing.startsAt && !place) return [translate('outing.allOpen')];
  return [
    outing.startsAt ? formatDateTime(outing.startsAt, outing.timeZone) : translate('outing.timeOpen'),
    place ?? translate('outing.placeOpen'),
  ];
}

/** What an answer means, in a sentence to the one who gave it. */
export function describeAnswer(attendance, host, isHostAnswering = false) {
  const guests = attendance.partySize - 1;
  const visibility = isHostAnswering ? '' : ` ${translate('answer.seen', { host: host.name })}`;
  return translate(`answer.said.${attendance.status}`, { guests }) + visibility;
}

/** The address text of a snapshot or a directory entry, whichever shape it has. */
export function getAddressText(place) {
  const address = place?.address;
  return typeof address === 'string' ? address : address?.text ?? null;
}

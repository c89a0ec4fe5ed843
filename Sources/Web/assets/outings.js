/** What the client knows of an outing: whose it is, what it asks, and how to say it. */
import { moment } from './time.js';
import { say } from './words.js';

export const isHost = (outing) => ['host', 'cohost'].includes(outing.myAttendance?.role);
export const isOver = (outing) => outing.state === 'done' || outing.state === 'cancelled';

/** Waits for my answer: never given, or given to another time or place. */
export function asksMe(outing) {
  const mine = outing.myAttendance;
  if (!mine || isHost(outing) || isOver(outing)) return false;
  return mine.status === 'invited' || (mine.changedSince && mine.status !== 'declined');
}

export const placeName = (outing) => outing.restaurant?.name ?? outing.place ?? null;

/** "Thu 11 Mar, 12:30 · Lumo Kitchen", with what is open said. */
export function whenAndWhere(outing) {
  const place = placeName(outing);
  if (!outing.startsAt && !place) return [say('outing.allOpen')];
  return [
    outing.startsAt ? moment(outing.startsAt, outing.timeZone) : say('outing.timeOpen'),
    place ?? say('outing.placeOpen'),
  ];
}

/** What an answer means, in a sentence to the one who gave it. */
export function answerSentence(attendance, host, iHost = false) {
  const guests = attendance.partySize - 1;
  const told = iHost ? '' : ` ${say('answer.seen', { host: host.name })}`;
  return say(`answer.said.${attendance.status}`, { guests }) + told;
}

/** The address text of a snapshot or a directory entry, whichever shape it has. */
export function addressText(place) {
  const address = place?.address;
  return typeof address === 'string' ? address : address?.text ?? null;
}

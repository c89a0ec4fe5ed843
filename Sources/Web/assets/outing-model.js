/** What an outing's data means to the person: their role, the answer they owe, and how to describe it. */
import { translate } from './localization.js';
import { formatDateTime } from './time.js';

/**
 * The fields that are plain text, for forms, facts and drafts. Their labels are `field.NAME`, `fact.NAME`, `draft.NAME` and
 * `draft.open.NAME`.
 *
 * @type {{ name: string, icon: string, maxlength: number, rows?: number, guestLabel?: string }[]}
 */
export const TEXT_FIELDS = [{ name: 'note', icon: 'quote', maxlength: 4000, rows: 3, guestLabel: 'noteFrom' }];

/** Creates an object with the value of each text field. */
export const mapTexts = (read) => Object.fromEntries(TEXT_FIELDS.map(({ name }) => [name, read(name) || null]));

export const isHost = (outing) => ['host', 'cohost'].includes(outing.myAttendance?.role);
export const isOver = (outing) => outing.state === 'done' || outing.state === 'cancelled';

/** Returns whether the person has not answered, or answered before the time or place changed. */
export function needsMyAnswer(outing) {
  const mine = outing.myAttendance;
  if (!mine || isHost(outing) || isOver(outing)) return false;
  return mine.status === 'invited' || (mine.changedSince && mine.status !== 'declined');
}

/** Returns whether no news reaches a person who may still come. Only hosts see it. */
export const isUnreachable = (attendance) => attendance.reach === 'none' && attendance.status !== 'declined';

/** The fields of which everyone hears, also guests who have not answered, and those that concern hosts only. */
const ESSENTIAL = ['startsAt', 'endsAt', 'where'];
const FOR_HOSTS = ['capacity', 'timeZone'];

/**
 * Returns how many people besides the host with this id are notified of a change of these fields, or of a `cancellation`. The rules are those of
 * the server, see docs/updates.md: guests without an account have only their mail or their notifications.
 */
export const countNotified = (attendees, host, fields) =>
  attendees.filter((one) => one.person.id !== host && fields.some((field) => isNotified(one, field))).length;

function isNotified({ role, status, reach }, field) {
  if (reach === 'none') return false;
  if (field === 'cancellation') return true;
  if (status === 'declined') return false;
  if (ESSENTIAL.includes(field)) return true;
  if (FOR_HOSTS.includes(field)) return role !== 'invitee';
  return reach === 'app' || (status !== 'invited' && !(field === 'title' && reach === 'mail'));
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

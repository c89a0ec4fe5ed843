/**
 * An outing in the form in which it is edited: with wall times and one `where`. The differences of two drafts are what is sent to the server
 * and what people are notified of.
 *
 * Draft: { title, startsAt: "2027-03-11T12:30" | null, endsAt, timeZone, where: {restaurantId, name} | {place, name} | null, capacity, respondBy,
 * and each of TEXT_FIELDS }
 */
import { translate } from './localization.js';
import { mapTexts, TEXT_FIELDS } from './outing-model.js';
import { formatDateTime, formatTime, formatTimeZone, toWallTime } from './time.js';

const DAY_MS = 86_400_000;

export const FIELDS = ['title', 'startsAt', 'endsAt', 'timeZone', 'where', ...TEXT_FIELDS.map(({ name }) => name), 'capacity', 'respondBy'];

export const createRestaurantReference = ({ id, name }) => ({ restaurantId: id, name });

export const createEmptyDraft = (timeZone) =>
  ({ title: '', startsAt: null, endsAt: null, timeZone, where: null, capacity: null, respondBy: null, ...mapTexts(() => null) });

/** Creates the draft of an outing from the server. */
export function createDraft(outing) {
  const { title, timeZone, restaurant, place } = outing;
  return {
    title,
    startsAt: toWallText(outing.startsAt, timeZone),
    endsAt: toWallText(outing.endsAt, timeZone),
    timeZone,
    where: restaurant ? createRestaurantReference(restaurant) : place ? { place, name: place } : null,
    ...mapTexts((name) => outing[name]),
    capacity: outing.capacity ?? null,
    respondBy: toWallText(outing.respondBy, timeZone),
  };
}

/** Creates a draft from form values. Without another `restaurantId`, a restaurant remains the place as long as its name is unchanged. */
export function readDraft(base, values) {
  return {
    title: values.title,
    startsAt: joinDateAndTime(values.date, values.time),
    endsAt: readEnd(base.endsAt ?? null, values),
    timeZone: values.timeZone,
    where: readPlace(base.where, values),
    ...mapTexts((name) => values[name]),
    capacity: values.capacity === '' ? null : Number(values.capacity),
    respondBy: joinDateAndTime(values.respondDate, values.respondTime),
  };
}

/** Returns the names of the fields that differ. */
export function findChangedFields(base, draft) {
  return FIELDS.filter((name) => JSON.stringify(base[name] ?? null) !== JSON.stringify(draft[name] ?? null));
}

/** Creates the merge patch from one draft to the other. Moving the start moves an unchanged end by the same time. */
export function createPatch(base, draft, outing) {
  const changed = findChangedFields(base, draft);
  const body = {};
  for (const name of changed) {
    if (name === 'where') Object.assign(body, createPlacePatch(base.where, draft.where));
    else body[name] = draft[name];
  }
  if (changed.includes('startsAt') && !changed.includes('endsAt') && draft.startsAt && outing.endsAt) {
    body.endsAt = shiftEnd(toWallText(outing.endsAt, base.timeZone), base.startsAt, draft.startsAt);
  }
  return body;
}

/** Creates the body of a POST from the fields that are filled in. */
export function createOutingBody(base, values) {
  const { where, ...rest } = readDraft(base, values);
  const filled = Object.entries(rest).filter(([, value]) => value !== null);
  const place = where?.restaurantId ? { restaurantId: where.restaurantId } : where ? { place: where.place } : {};
  return { ...Object.fromEntries(filled), ...place };
}

/** Formats a field's value, or states that it is open. */
export function formatFieldValue(name, draft) {
  const value = draft[name];
  if (value === null || value === '') return translate(`draft.open.${name}`);
  if (name === 'where') return value.name;
  if (name === 'startsAt' || name === 'endsAt' || name === 'respondBy') return formatWallDateTime(value);
  if (name === 'timeZone') return formatTimeZone(value);
  return String(value);
}

/** Formats two wall times without the day if it is the same; returns null otherwise. */
export function formatTimesOfSameDay(before, after) {
  const sameDay = before && after && before.slice(0, 10) === after.slice(0, 10);
  return sameDay ? [formatWallTime(before), formatWallTime(after)] : null;
}

// Wall times are formatted as UTC, since their time zone does not show.
const formatWallDateTime = (text) => formatDateTime(`${text}:00Z`, 'UTC', Date.now() - new Date().getTimezoneOffset() * 60_000);
const formatWallTime = (text) => formatTime(`${text}:00Z`, 'UTC');

/** Returns the minutes from one wall time to a later one. */
export function countMinutesBetween(later, earlier) {
  return (Date.parse(`${later}:00Z`) - Date.parse(`${earlier}:00Z`)) / 60_000;
}

/**
 * Creates the patch that applies an outing's changes to its series, or returns null if the day changed, which a series cannot take over.
 */
export function createSeriesPatch(base, draft) {
  const changed = findChangedFields(base, draft);
  const { startsAt, respondBy } = draft;
  if (changed.includes('startsAt') && startsAt?.slice(0, 10) !== base.startsAt?.slice(0, 10)) return null;
  const body = {};
  for (const name of changed) {
    if (name === 'where') Object.assign(body, createPlacePatch(base.where, draft.where));
    else if (name === 'startsAt') body.startTime = startsAt.slice(11);
    else if (name === 'endsAt') body.durationMinutes = draft.endsAt ? countMinutesBetween(draft.endsAt, startsAt) : null;
    else if (name === 'respondBy') body.answersDueMinutes = respondBy ? countMinutesBetween(startsAt, respondBy) : null;
    else body[name] = draft[name];
  }
  return body;
}

function toWallText(instant, zone) {
  if (!instant) return null;
  const { date, time } = toWallTime(instant, zone);
  return `${date}T${time}`;
}

function joinDateAndTime(date, time) {
  return date && time ? `${date}T${time}` : null;
}

/** Reads the end, which is on the next day if its time is not after the start's. */
function readEnd(previous, { date, time, endTime }) {
  if (endTime === undefined || endTime === (previous?.slice(11) ?? '')) return previous;
  if (!date || !time || !endTime) return null;
  const day = endTime > time ? date : new Date(Date.parse(`${date}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return `${day}T${endTime}`;
}

/** Reads the place from form values. Words that equal the name of the previous place leave it as it is. */
export function readPlace(previous, { place: text, restaurantId }) {
  if (!text) return null;
  if (restaurantId && restaurantId !== previous?.restaurantId) return { restaurantId, name: text };
  return text === previous?.name ? previous : { place: text, name: text };
}

/** Creates the part of a merge patch that replaces one place with another. */
export function createPlacePatch(from, to) {
  if (to?.restaurantId) return { restaurantId: to.restaurantId };
  return { ...(from?.restaurantId ? { restaurantId: null } : {}), place: to?.place ?? null };
}

function shiftEnd(end, from, to) {
  const moved = Date.parse(`${end}:00Z`) + Date.parse(`${to}:00Z`) - Date.parse(`${from}:00Z`);
  return new Date(moved).toISOString().slice(0, 16);
}

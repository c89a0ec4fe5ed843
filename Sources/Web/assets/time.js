/** Formats times. A wall time is the local time in the outing's time zone. */
import { region, translate } from './localization.js';
import { formatFields } from './message-format.js';

const DAY_MS = 86_400_000;

/** The time zone of this device. */
export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones to choose from. Browsers omit UTC from their list. */
export const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

const wallTimeFormats = new Map();

/** Converts to the `{ date: "2027-03-11", time: "12:30" }` of date and time inputs. */
export function toWallTime(instant, zone) {
  if (!wallTimeFormats.has(zone)) {
    wallTimeFormats.set(zone, new Intl.DateTimeFormat('en-CA', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit',
    }));
  }
  const parts = wallTimeFormats.get(zone).formatToParts(new Date(instant));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** Returns the instant of a wall time such as `2027-03-11T12:30` in a time zone, in RFC 3339. A time that clocks skip is the one they show instead. */
export function fromWallTime(text, zone) {
  const wanted = Date.parse(`${text}:00Z`);
  const readOffset = (instant) => {
    const { date, time } = toWallTime(instant, zone);
    return Date.parse(`${date}T${time}:00Z`) - instant;
  };
  const near = wanted - readOffset(wanted); // the offset may change between the two
  return new Date(wanted - readOffset(near)).toISOString();
}

/** Returns a text if it is a wall time such as `2027-03-11T12:30`, else an empty one. */
export function parseWallTime(text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** Returns the date some days after one such as `2027-03-11`. */
export function addDays(date, days) {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the wall time some minutes after one such as `2027-03-11T12:30`. */
export function addMinutes(wallTime, minutes) {
  return new Date(Date.parse(`${wallTime}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

/** Formats the time of day: "12:30". */
export function formatTime(instant, zone) {
  return new Intl.DateTimeFormat(region, { timeZone: zone, timeStyle: 'short' }).format(new Date(instant));
}

/** Formats a time of day such as `12:30` or `24:00`, as {@link formatTime} does. */
export function formatClock(text) {
  return formatTime(`2027-03-11T${text === '24:00' ? '00:00' : text}Z`, 'UTC');
}

/** Formats day and time: "Today 12:30", "Thu 11 Mar, 12:30"; with the year unless it is the current one. */
export function formatDateTime(instant, zone, now = Date.now()) {
  const time = formatTime(instant, zone);
  const near = formatNearDay(instant, zone, now);
  if (near) return translate('time.nearDay', { day: near, time });
  return translate('time.dayAndTime', { day: formatDay(instant, zone, { weekday: 'short', month: 'short' }, now), time });
}

/** Formats day and time for use within a sentence: "until tomorrow 12:30". */
export function formatDateTimeInSentence(instant, zone, now = Date.now()) {
  const text = formatDateTime(instant, zone, now);
  return formatNearDay(instant, zone, now) ? text.charAt(0).toLocaleLowerCase(region) + text.slice(1) : text;
}

/** Formats the full day and time: "Thursday 11 March, 12:30". */
export function formatLongDateTime(instant, zone, now = Date.now()) {
  return translate('time.dayAndTime', { day: formatDay(instant, zone, { weekday: 'long', month: 'long' }, now), time: formatTime(instant, zone) });
}

/** Formats the current day: "Thursday 11 March". */
export function formatToday(now = Date.now()) {
  return formatDay(now, localTimeZone, { weekday: 'long', month: 'long' }, now);
}

/** Formats a date such as `2027-03-11`: "Thu 11 Mar"; with the year unless it is the current one. */
export function formatDate(date, now = Date.now()) {
  return formatDay(`${date}T00:00Z`, 'UTC', { weekday: 'short', month: 'short' }, now);
}

/** Formats a date such as `2027-03-11` in full, for papers and lists of years: "11 March 2027". Always of the Gregorian calendar. */
export function formatFullDate(date, locale = region) {
  return formatFields(`${date}T00:00Z`, locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
}

/** Formats the time from now: "in 5 days", "in 20 minutes", "2 hours ago". */
export function formatTimeUntil(instant, zone, now = Date.now()) {
  const relative = new Intl.RelativeTimeFormat(region, { numeric: 'auto' });
  const days = Math.round((Date.parse(toWallTime(instant, zone).date) - Date.parse(toWallTime(now, zone).date)) / DAY_MS);
  if (Math.abs(days) >= 1) return relative.format(days, 'day');
  const minutes = Math.round((Date.parse(instant) - now) / 60_000);
  if (Math.abs(minutes) >= 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(minutes, 'minute');
}

/** Formats the time on this device's clock; null if it equals the outing's wall time. */
export function formatLocalTime(instant, zone) {
  const wallTime = toWallTime(instant, zone);
  const localTime = toWallTime(instant, localTimeZone);
  if (wallTime.date === localTime.date && wallTime.time === localTime.time) return null;
  return translate('time.yours', { moment: formatDateTime(instant, localTimeZone) });
}

/** Formats a time zone: "Eastern European Time" for `Europe/Helsinki`. */
export function formatTimeZone(zone) {
  const parts = new Intl.DateTimeFormat(region, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName').value;
}

/** Formats two times, without the day if it is the same. */
export function formatTimePair(before, after) {
  const [from, to] = [before, after].map(({ startsAt, timeZone }) => toWallTime(startsAt, timeZone));
  const format = from.date === to.date ? formatTime : formatDateTime;
  return [format(before.startsAt, before.timeZone), format(after.startsAt, after.timeZone)];
}

/** Returns the value of `data-when`, `2027-03-11T12:30:00`, rounded down to five minutes. The style sheet has a rule for each. */
export function toClockFaceTime(instant, zone) {
  const { date, time } = toWallTime(instant, zone);
  const [hour, minute] = time.split(':');
  return `${date}T${hour}:${String(Math.floor(Number(minute) / 5) * 5).padStart(2, '0')}:00`;
}

function formatNearDay(instant, zone, now) {
  const days = Math.round((Date.parse(toWallTime(instant, zone).date) - Date.parse(toWallTime(now, zone).date)) / DAY_MS);
  return { '-1': translate('time.yesterday'), 0: translate('time.today'), 1: translate('time.tomorrow') }[days];
}

function formatDay(instant, zone, { weekday, month }, now) {
  const sameYear = toWallTime(instant, zone).date.slice(0, 4) === toWallTime(now, zone).date.slice(0, 4);
  const year = sameYear ? undefined : 'numeric';
  return formatFields(instant, region, { timeZone: zone, weekday, day: 'numeric', month, year });
}

/** Times for people. A wall time is what a clock on the wall of the outing's zone shows. */
import { region, say } from './words.js';

const DAY_MS = 86_400_000;

/** The zone this device is in. */
export const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone that can be chosen; UTC first, since browsers leave it out. */
export const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

const wallFormats = new Map();

/** `{ date: "2027-03-11", time: "12:30" }`, as date and time inputs want them. */
export function wall(instant, zone) {
  if (!wallFormats.has(zone)) {
    wallFormats.set(zone, new Intl.DateTimeFormat('en-CA', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit',
    }));
  }
  const parts = wallFormats.get(zone).formatToParts(new Date(instant));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** "12:30" in the zone. */
export function clock(instant, zone) {
  return new Intl.DateTimeFormat(region, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(new Date(instant));
}

/** "Today 12:30", "Thu 11 Mar, 12:30"; with the year when it is not this one. */
export function moment(instant, zone, now = Date.now()) {
  const time = clock(instant, zone);
  const near = nearDay(instant, zone, now);
  if (near) return say('time.nearDay', { day: near, time });
  return say('time.dayAndTime', { day: day(instant, zone, { weekday: 'short', month: 'short' }, now), time });
}

/** The same within a sentence: "until tomorrow 12:30". */
export function momentWithin(instant, zone, now = Date.now()) {
  const text = moment(instant, zone, now);
  return nearDay(instant, zone, now) ? text.charAt(0).toLocaleLowerCase(region) + text.slice(1) : text;
}

/** "Thursday 11 March, 12:30", for the one outing a page is about. */
export function fullMoment(instant, zone, now = Date.now()) {
  return say('time.dayAndTime', { day: day(instant, zone, { weekday: 'long', month: 'long' }, now), time: clock(instant, zone) });
}

/** "Thursday 11 March". */
export function today(now = Date.now()) {
  return day(now, here, { weekday: 'long', month: 'long' }, now);
}

/** "Thu 11 Mar" for `2027-03-11`; with the year when it is not this one. */
export function dayText(date, now = Date.now()) {
  return day(`${date}T00:00Z`, 'UTC', { weekday: 'short', month: 'short' }, now);
}

/** "in 5 days", "in 20 minutes", "2 hours ago". */
export function distance(instant, zone, now = Date.now()) {
  const relative = new Intl.RelativeTimeFormat(region, { numeric: 'auto' });
  const days = Math.round((Date.parse(wall(instant, zone).date) - Date.parse(wall(now, zone).date)) / DAY_MS);
  if (Math.abs(days) >= 1) return relative.format(days, 'day');
  const minutes = Math.round((Date.parse(instant) - now) / 60_000);
  if (Math.abs(minutes) >= 60) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(minutes, 'minute');
}

/** The reader's own clock beside the outing's, only where the two differ. */
export function readersClock(instant, zone) {
  const there = wall(instant, zone);
  const mine = wall(instant, here);
  if (there.date === mine.date && there.time === mine.time) return null;
  return say('time.yours', { moment: moment(instant, here) });
}

/** What people call a zone: "Eastern European Time" for `Europe/Helsinki`. */
export function zoneName(zone) {
  const parts = new Intl.DateTimeFormat(region, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName').value;
}

/** The moment a plate shows: `2027-03-11T12:30:00`, to the five minutes below. The style sheet reads it. */
export function plateMoment(instant, zone) {
  const { date, time } = wall(instant, zone);
  const [hour, minute] = time.split(':');
  return `${date}T${hour}:${String(Math.floor(Number(minute) / 5) * 5).padStart(2, '0')}:00`;
}

function nearDay(instant, zone, now) {
  const days = Math.round((Date.parse(wall(instant, zone).date) - Date.parse(wall(now, zone).date)) / DAY_MS);
  return { '-1': say('time.yesterday'), 0: say('time.today'), 1: say('time.tomorrow') }[days];
}

function day(instant, zone, { weekday, month }, now) {
  const sameYear = wall(instant, zone).date.slice(0, 4) === wall(now, zone).date.slice(0, 4);
  const year = sameYear ? undefined : 'numeric';
  const parts = new Intl.DateTimeFormat(region, { timeZone: zone, weekday, day: 'numeric', month, year })
    .formatToParts(new Date(instant));
  // "Thu 11 Mar", not "Thu, 11 Mar": a time follows after a comma of its own.
  return parts.map(({ value }, at) => (parts[at - 1]?.type === 'weekday' ? value.replace(',', '') : value)).join('');
}

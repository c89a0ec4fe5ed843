/** The rows of a venue's reports: their names, and those in which nothing was sold. */
import { region, translate } from './localization.js';
import { addDays, formatClock, formatDate } from './time.js';

const EMPTY = { name: null, sales: 0, quantity: 0, netMinor: 0, taxMinor: 0, tipMinor: 0, totalMinor: 0 };
const HOURS_PER_DAY = 24;
const DAY_STARTS_AT = 4; // as on the server

/** The groupings whose rows are in the order of time, and are shown as columns. */
export const TIMELY = ['day', 'hour', 'weekday'];

/** Returns the rows of a report; in the order of time, those without sales too. Hours begin with the venue's day. */
export function listRows({ by, from, to }, rows) {
  const keys = { day: () => listDays(from, to), hour: () => listHours(rows), weekday: () => ['1', '2', '3', '4', '5', '6', '7'] }[by]?.();
  return keys ? keys.map((key) => rows.find((row) => row.key === key) ?? { key, ...EMPTY }) : rows;
}

function listDays(from, to) {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The hours from the first in which something was sold to the last. */
function listHours(rows) {
  const places = rows.map(({ key }) => (Number(key) - DAY_STARTS_AT + HOURS_PER_DAY) % HOURS_PER_DAY);
  const first = Math.min(...places);
  return Array.from({ length: Math.max(...places) - first + 1 }, (_, at) => String((first + at + DAY_STARTS_AT) % HOURS_PER_DAY));
}

/** Writes the key of a row: "Thu 11 Mar", "12:00", "Thursday", or the name of a dish. */
export function formatKey(by, { key, name }) {
  if (by === 'day') return formatDate(key);
  if (by === 'hour') return formatClock(`${key.padStart(2, '0')}:00`);
  if (by === 'weekday') return new Intl.DateTimeFormat(region, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2027, 2, 7 + Number(key)))); // 8 March 2027 is a Monday
  return name ?? key ?? translate('sales.other');
}

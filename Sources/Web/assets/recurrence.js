/** The recurrence rule of a series: its weekdays, and the rule as a sentence. */
import { formatList, region, translate } from './localization.js';
import { formatClock } from './time.js';

/** The server's names of the weekdays, starting with Monday. */
export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];

const MONDAY = Date.UTC(2027, 2, 1);

/** Formats a weekday: "Thursday". */
export function formatWeekday(day, style = 'long') {
  const date = new Date(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000);
  return new Intl.DateTimeFormat(region, { weekday: style, timeZone: 'UTC' }).format(date);
}

/** Returns the weekday of a date input's value. */
export const getWeekday = (date) => WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7];

/** Returns the position of a date among the same weekdays of its month: 1 to 4, or -1 for the last. */
export function getWeekOfMonth(date) {
  const day = Number(date.slice(8));
  const ordinal = Math.ceil(day / 7);
  return ordinal > 4 ? -1 : ordinal;
}

const ORDINALS = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth' };

/** Describes a rule: "Every Thursday, 12:30", "Every second week on Monday and Friday, 18:00", "The last Sunday of the month, 11:00". */
export function describeRule({ rule, startTime }) {
  const time = formatClock(startTime);
  const days = formatList(rule.weekdays.map((day) => formatWeekday(day)));
  const count = rule.interval;
  if (rule.frequency === 'monthly') {
    const week = ORDINALS[rule.week] ?? 'last';
    return count === 1 ? translate('series.monthly', { week, day: days, time }) : translate('series.monthlyEvery', { week, day: days, time, count });
  }
  if (count > 2) return translate('series.weeklyEvery', { day: days, time, count });
  return count === 2 ? translate('series.biweekly', { day: days, time }) : translate('series.weekly', { day: days, time });
}

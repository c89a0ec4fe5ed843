/** Series for people: a rule as a sentence, and as the fields of a form. */
import { field as labelled, choices } from './parts/form.js';
import { element, icon } from './element.js';
import { listed, region, say } from './words.js';

/** Monday first, as the server names them. */
export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];

const MONDAY = Date.UTC(2027, 2, 1);

/** "Thursday". */
export function weekdayName(day, style = 'long') {
  const date = new Date(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000);
  return new Intl.DateTimeFormat(region, { weekday: style, timeZone: 'UTC' }).format(date);
}

/** The weekday of a date input's value. */
export const weekdayOf = (date) => WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7];

/** Which such weekday of its month a date is: 1 to 4, or -1 for the last. */
export function weekOf(date) {
  const day = Number(date.slice(8));
  const ordinal = Math.ceil(day / 7);
  return ordinal > 4 ? -1 : ordinal;
}

const WEEKS = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth' };

/** "Every Thursday, 12:30", "Every second week on Monday and Friday, 18:00", "The last Sunday of the month, 11:00". */
export function ruleText({ rule, startTime }) {
  const time = clockText(startTime);
  const days = listed(rule.weekdays.map((day) => weekdayName(day)));
  const count = rule.interval;
  if (rule.frequency === 'monthly') {
    const week = WEEKS[rule.week] ?? 'last';
    return count === 1 ? say('series.monthly', { week, day: days, time }) : say('series.monthlyEvery', { week, day: days, time, count });
  }
  if (count > 2) return say('series.weeklyEvery', { day: days, time, count });
  return count === 2 ? say('series.biweekly', { day: days, time }) : say('series.weekly', { day: days, time });
}

/** "12:30" as the reader writes it. */
function clockText(text) {
  return new Intl.DateTimeFormat(region, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(new Date(`2027-03-11T${text}Z`));
}

/**
 * The fields of a rule.
 *
 * @param {any} rule what is there; null for none yet @param {string[]} countries whose holidays are known
 * @param {{ skipHolidays?: string | null, mayNot?: boolean }} how `mayNot`: it may repeat, and does not yet
 */
export function ruleFields(rule, countries, { skipHolidays = null, mayNot = false } = {}) {
  const chosen = rule ? `${rule.frequency}-${rule.interval}` : mayNot ? '' : 'weekly-1';
  const kinds = [
    ...(mayNot ? [['', say('series.once')]] : []),
    ['weekly-1', say('series.everyWeek')], ['weekly-2', say('series.everySecondWeek')], ['monthly-1', say('series.everyMonth')],
  ];
  if (chosen && !kinds.some(([kind]) => kind === chosen)) kinds.push([chosen, ruleText({ rule, startTime: '12:00' })]);
  const days = element('fieldset', { class: 'chips wrap', 'data-field': 'weekdays' },
    element('legend', { class: 'label' }, say('series.weekdays')),
    WEEKDAYS.map((day) => element('label', { class: 'chip' },
      element('input', { type: 'checkbox', name: 'weekday', value: day, checked: rule?.weekdays.includes(day) }),
      element('span', {}, icon('check', 'tick'), weekdayName(day)))));
  const rest = element('div', { class: 'form' }, days,
    labelled({ name: 'endsOn', label: say('series.until'), hint: say('series.untilHint'), type: 'date', value: rule?.endsOn }),
    countries.length === 0 ? null : labelled({
      name: 'skipHolidays', label: say('series.holidays'), control: 'select',
      options: choices([['', say('series.holidaysKept')], ...countries.map((code) => [code, countryName(code)])], skipHolidays ?? ''),
    }));
  const kind = labelled({ name: 'repeats', label: say('series.repeats'), control: 'select', options: choices(kinds, chosen) });
  const draw = () => {
    const value = kind.querySelector('select').value;
    rest.hidden = value === '';
    days.hidden = !value.startsWith('weekly');
  };
  kind.addEventListener('input', draw);
  draw();
  return [kind, rest];
}

/**
 * The rule that stands in a form, from the day that its first outing has; null for none.
 *
 * @param {HTMLFormElement} node @param {string} startsOn
 */
export function ruleFrom(node, startsOn, before = null) {
  const kind = node.elements.namedItem('repeats')?.value;
  if (!kind) return null;
  const [frequency, interval] = kind.split('-');
  const chosen = [...node.querySelectorAll('input[name="weekday"]:checked')].map((input) => input.value);
  const endsOn = node.elements.namedItem('endsOn').value || null;
  const rule = { frequency, interval: Number(interval), startsOn, endsOn, count: endsOn ? null : before?.count ?? null };
  const isKept = frequency === 'monthly' && before?.frequency === 'monthly';
  if (isKept) return { ...rule, weekdays: before.weekdays, week: before.week };
  if (frequency === 'monthly') return { ...rule, weekdays: [weekdayOf(startsOn)], week: weekOf(startsOn) };
  return { ...rule, weekdays: chosen.length > 0 ? chosen : [weekdayOf(startsOn)], week: null };
}

function countryName(code) {
  return new Intl.DisplayNames(region, { type: 'region' }).of(code);
}

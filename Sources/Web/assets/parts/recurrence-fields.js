/** The form fields of a recurrence rule. */
import { element, icon } from '../element.js';
import { ruleText, weekdayName, weekdayOf, WEEKDAYS, weekOf } from '../recurrence.js';
import { region, say } from '../words.js';
import { choices, field } from './form.js';

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
    field({ name: 'endsOn', label: say('series.until'), hint: say('series.untilHint'), type: 'date', value: rule?.endsOn }),
    countries.length === 0 ? null : field({
      name: 'skipHolidays', label: say('series.holidays'), control: 'select',
      options: choices([['', say('series.holidaysKept')], ...countries.map((code) => [code, countryName(code)])], skipHolidays ?? ''),
    }));
  const kind = field({ name: 'repeats', label: say('series.repeats'), control: 'select', options: choices(kinds, chosen) });
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

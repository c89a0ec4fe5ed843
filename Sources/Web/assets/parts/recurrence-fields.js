/** The form fields of a recurrence rule. */
import { createElement, createIcon } from '../dom.js';
import { region, translate } from '../localization.js';
import { describeRule, formatWeekday, getWeekday, getWeekOfMonth, WEEKDAYS } from '../recurrence.js';
import { createField, createOptions } from './form.js';

/**
 * Creates the fields of a rule.
 *
 * @param {any} rule the current rule, or null
 * @param {string[]} countries the countries whose holidays are known
 * @param {{ skipHolidays?: string | null, mayNot?: boolean }} how `mayNot` adds the choice not to repeat, and selects it
 */
export function createRuleFields(rule, countries, { skipHolidays = null, mayNot = false } = {}) {
  const chosen = rule ? `${rule.frequency}-${rule.interval}` : mayNot ? '' : 'weekly-1';
  const kinds = [
    ...(mayNot ? [['', translate('series.once')]] : []),
    ['weekly-1', translate('series.everyWeek')], ['weekly-2', translate('series.everySecondWeek')], ['monthly-1', translate('series.everyMonth')],
  ];
  if (chosen && !kinds.some(([kind]) => kind === chosen)) kinds.push([chosen, describeRule({ rule, startTime: '12:00' })]);
  const days = createElement('fieldset', { class: 'chips wrap', 'data-field': 'weekdays' },
    createElement('legend', { class: 'label' }, translate('series.weekdays')),
    WEEKDAYS.map((day) => createElement('label', { class: 'chip' },
      createElement('input', { type: 'checkbox', name: 'weekday', value: day, checked: rule?.weekdays.includes(day) }),
      createElement('span', {}, createIcon('check', 'tick'), formatWeekday(day)))));
  const rest = createElement('div', { class: 'form' }, days,
    createField({ name: 'endsOn', label: translate('series.until'), hint: translate('series.untilHint'), type: 'date', value: rule?.endsOn }),
    countries.length === 0 ? null : createField({
      name: 'skipHolidays', label: translate('series.holidays'), control: 'select',
      options: createOptions([['', translate('series.holidaysKept')], ...countries.map((code) => [code, formatCountry(code)])], skipHolidays ?? ''),
    }));
  const kind = createField({ name: 'repeats', label: translate('series.repeats'), control: 'select', options: createOptions(kinds, chosen) });
  const draw = () => {
    const value = kind.querySelector('select').value;
    rest.hidden = value === '';
    days.hidden = !value.startsWith('weekly');
  };
  for (const event of ['input', 'change']) kind.addEventListener(event, draw); // a draft that is restored only changes
  draw();
  return [kind, rest];
}

/**
 * Reads the rule from a form; null for none.
 *
 * @param {HTMLFormElement} node
 * @param {string} startsOn the day of the first outing
 * @param {any} before the current rule, or null
 */
export function readRule(node, startsOn, before = null) {
  const kind = node.elements.namedItem('repeats')?.value;
  if (!kind) return null;
  const [frequency, interval] = kind.split('-');
  const chosen = [...node.querySelectorAll('input[name="weekday"]:checked')].map((input) => input.value);
  const endsOn = node.elements.namedItem('endsOn').value || null;
  const rule = { frequency, interval: Number(interval), startsOn, endsOn, count: endsOn ? null : before?.count ?? null };
  const isKept = frequency === 'monthly' && before?.frequency === 'monthly';
  if (isKept) return { ...rule, weekdays: before.weekdays, week: before.week };
  if (frequency === 'monthly') return { ...rule, weekdays: [getWeekday(startsOn)], week: getWeekOfMonth(startsOn) };
  return { ...rule, weekdays: chosen.length > 0 ? chosen : [getWeekday(startsOn)], week: null };
}

function formatCountry(code) {
  return new Intl.DisplayNames(region, { type: 'region' }).of(code);
}

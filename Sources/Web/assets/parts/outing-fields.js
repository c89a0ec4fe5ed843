/** The fields of an outing, for starting and for editing one. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { TEXT_FIELDS } from '../outing-model.js';
import { localTimeZone, timeZones, toWallTime } from '../time.js';
import { createField, createOptions, showFieldError } from './form.js';
import { createPlaceField } from './place-field.js';

/**
 * Creates the fields.
 *
 * @param {any} draft see outing-draft.js
 * @param {{ isNew: boolean, outing?: string }} how
 */
export function createOutingFields(draft, { isNew, outing }) {
  const [respondDate, respondTime] = draft.respondBy?.split('T') ?? ['', ''];
  const rest = [
    createTextFields(draft),
    createField({
      name: 'capacity', label: translate('field.capacity'), hint: translate('field.capacityHint'), value: draft.capacity,
      type: 'number', inputmode: 'numeric', min: 1, max: 100000,
    }),
    createElement('fieldset', { class: 'two-columns', 'data-field': 'respondBy' },
      createElement('legend', { class: 'label' }, translate('field.respondBy')),
      createField({ name: 'respondDate', label: translate('field.day'), type: 'date', value: respondDate }),
      createField({ name: 'respondTime', label: translate('field.time'), type: 'time', value: respondTime })),
    createField({
      name: 'timeZone', label: translate('field.timeZone'), control: 'select',
      options: createOptions(getTimeZoneOptions(draft.timeZone), draft.timeZone),
    }),
  ];
  return [
    createField({
      name: 'title', label: translate('field.title'), value: draft.title, placeholder: isNew ? translate('start.example') : null,
      required: true, maxlength: 120, autocomplete: 'off', autofocus: isNew,
    }),
    createElement('div', {}, createTimeFields(draft), createElement('p', { class: 'hint' }, translate('field.whenHint'))),
    createPlaceField(draft.where, outing ? createFindPlaceLink(outing) : null),
    isNew ? createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('start.more')),
      createElement('div', { class: 'form' }, rest)) : rest,
  ];
}

/** Creates the fields for the day, the start and the end. */
export function createTimeFields(draft) {
  const [date, time] = draft.startsAt?.split('T') ?? ['', ''];
  return createElement('fieldset', { class: 'two-columns', 'data-field': 'startsAt' },
    createElement('legend', { class: 'visually-hidden' }, translate('fact.when')),
    createField({ name: 'date', label: translate('field.day'), type: 'date', value: date }),
    createField({ name: 'time', label: translate('field.time'), type: 'time', value: time }),
    createField({ name: 'endTime', label: translate('field.until'), type: 'time', value: draft.endsAt?.slice(11) ?? '' }));
}

/** Creates the fields that are plain text, for an outing or a series. */
export function createTextFields(values) {
  return TEXT_FIELDS.map(({ name, maxlength, rows }) => createField({
    name, label: translate(`field.${name}`), control: rows ? 'textarea' : 'input', rows, maxlength, autocomplete: rows ? null : 'off',
    value: values[name],
  }));
}

/** Shows an error if a day has no time, or a time no day. Returns whether it did. */
export function reportIncompleteTime(node, { date, time, respondDate, respondTime }) {
  const half = [[date, time, 'date', 'time'], [respondDate, respondTime, 'respondDate', 'respondTime']]
    .find(([day, hour]) => Boolean(day) !== Boolean(hour));
  if (!half) return false;
  const [day, , dayName, timeName] = half;
  showFieldError(node, day ? timeName : dayName, day ? translate('form.timeMissing') : translate('form.dayMissing'));
  node.querySelector('[aria-invalid]').focus();
  return true;
}

/**
 * Asks once about a start or a deadline that has passed, unless it is the one of `base`: the error is shown at the day, and submitting the same
 * time again confirms it. Returns whether it asked.
 */
export function questionPastTime(node, { date, time, respondDate, respondTime, timeZone }, base = {}) {
  const now = toWallTime(Date.now(), timeZone || localTimeZone);
  const past = [['date', date, time, base.startsAt], ['respondDate', respondDate, respondTime, base.respondBy]]
    .map(([name, day, hour, known]) => ({ name, moment: day && hour ? `${day}T${hour}` : null, known }))
    .filter(({ moment, known }) => moment && moment !== known && moment < `${now.date}T${now.time}`);
  const question = past.map(({ moment }) => moment).join(' ');
  if (past.length === 0 || node.dataset.questioned === question) return false;
  node.dataset.questioned = question;
  for (const { name } of past) showFieldError(node, name, translate('form.past'));
  node.querySelector('[aria-invalid]').focus();
  return true;
}

/** Creates the link to the search for restaurants; `on` has its event listeners. */
export function createFindPlaceLink(outing, on = {}) {
  return createElement('p', {}, createElement('a', { class: 'link', href: `/restaurants?for=${outing}`, on }, translate('field.findPlace')));
}

function getTimeZoneOptions(current) {
  const known = timeZones.includes(current) || !current ? timeZones : [current, ...timeZones];
  return known.map((zone) => [zone, zone.replaceAll('_', ' ')]);
}

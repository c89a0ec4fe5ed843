/** The fields of an outing, for starting one and for editing one. */
import { element } from '../element.js';
import { zones } from '../time.js';
import { say } from '../words.js';
import { choices, field, showFault } from './form.js';

/** @param {any} draft see drafts.js @param {{ isNew: boolean, outing?: string }} how */
export function outingFields(draft, { isNew, outing }) {
  const [date, time] = draft.startsAt?.split('T') ?? ['', ''];
  const [respondDate, respondTime] = draft.respondBy?.split('T') ?? ['', ''];
  const rest = [
    field({ name: 'note', label: say('field.note'), control: 'textarea', rows: 3, maxlength: 4000, value: draft.note }),
    field({
      name: 'capacity', label: say('field.capacity'), hint: say('field.capacityHint'), value: draft.capacity,
      type: 'number', inputmode: 'numeric', min: 1, max: 100000,
    }),
    element('fieldset', { class: 'two', 'data-field': 'respondBy' },
      element('legend', { class: 'label' }, say('field.respondBy')),
      field({ name: 'respondDate', label: say('field.day'), type: 'date', value: respondDate }),
      field({ name: 'respondTime', label: say('field.time'), type: 'time', value: respondTime })),
    field({
      name: 'timeZone', label: say('field.timeZone'), control: 'select',
      options: choices(zonePairs(draft.timeZone), draft.timeZone),
    }),
  ];
  return [
    field({
      name: 'title', label: say('field.title'), value: draft.title, placeholder: isNew ? say('start.example') : null,
      required: true, maxlength: 120, autocomplete: 'off',
    }),
    element('div', {},
      element('fieldset', { class: 'two', 'data-field': 'startsAt' },
        element('legend', { class: 'visually-hidden' }, say('fact.when')),
        field({ name: 'date', label: say('field.day'), type: 'date', value: date }),
        field({ name: 'time', label: say('field.time'), type: 'time', value: time })),
      element('p', { class: 'hint' }, say('field.whenHint'))),
    element('div', { class: 'field', 'data-field': 'restaurantId' },
      field({ name: 'place', label: say('field.place'), maxlength: 400, autocomplete: 'off', value: draft.where?.name ?? '' }),
      outing ? findPlace(outing) : null),
    isNew ? element('details', { class: 'more-fields' }, element('summary', { class: 'button plain' }, say('start.more')),
      element('div', { class: 'form' }, rest)) : rest,
  ];
}

/** A day without a time, or a time without a day, is half a fact. */
export function whenFault(node, { date, time, respondDate, respondTime }) {
  const half = [[date, time, 'date', 'time'], [respondDate, respondTime, 'respondDate', 'respondTime']]
    .find(([day, hour]) => Boolean(day) !== Boolean(hour));
  if (!half) return false;
  const [day, , dayName, timeName] = half;
  showFault(node, day ? timeName : dayName, day ? say('form.timeMissing') : say('form.dayMissing'));
  node.querySelector('[aria-invalid]').focus();
  return true;
}

function findPlace(outing) {
  return element('p', {}, element('a', { class: 'link', href: `/restaurants?for=${outing}` }, say('field.findPlace')));
}

function zonePairs(current) {
  const known = zones.includes(current) || !current ? zones : [current, ...zones];
  return known.map((zone) => [zone, zone.replaceAll('_', ' ')]);
}

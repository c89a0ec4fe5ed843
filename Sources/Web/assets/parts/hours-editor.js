/** The opening hours of a week: times for each day, or the text of hours that say more than that. */
import { createElement, redraw } from '../dom.js';
import { region, translate } from '../localization.js';
import { readWeek, WEEKDAYS, writeWeek } from '../opening-hours.js';
import { createButton } from './controls.js';
import { createField } from './form.js';

const USUAL = { from: '11:00', to: '14:00' };

/** Creates the fields. The form has the hours as text in its field `openingHours`, and keeps them like anything typed. */
export function createHoursEditor(text) {
  let week = readWeek(text);
  let known = text ?? ''; // the text that the days show
  const field = createField({
    name: 'openingHours', label: translate('venue.hoursText'), hint: translate('venue.hoursHint'), value: text ?? '', maxlength: 2000, autocomplete: 'off', dir: 'ltr', spellcheck: 'false',
  });
  const input = field.querySelector('input');
  const days = createElement('div', { class: 'hours-days' });
  const details = createElement('details', { class: 'more-fields', open: week === null }, createElement('summary', { class: 'button plain' }, translate('venue.hoursAsText')), field);
  const draw = () => redraw(days, week ? week.map(renderDay) : createElement('p', { class: 'secondary' }, translate('venue.hoursMore')));
  const change = (act) => {
    act();
    write();
    draw();
  };
  const write = () => {
    known = input.value = writeWeek(week);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  /** Draws the days again after the text was typed or restored, but not after it was written from them. */
  const readText = () => {
    if (input.value === known) return;
    known = input.value;
    week = readWeek(known);
    draw();
  };
  input.addEventListener('input', readText);
  input.addEventListener('change', readText);

  function renderDay(spans, day) {
    const name = nameDay(day);
    const time = (span, side, number) => createElement('input', {
      class: 'input', type: 'time', value: span[side], 'data-key': `${day}-${number}-${side}`, 'aria-label': translate(`venue.${side}`, { day: name }),
      on: { input: ({ target }) => { if (target.value) { span[side] = target.value; write(); } } },
    });
    return createElement('div', { class: 'hours-day', role: 'group', 'aria-label': name },
      createElement('span', {}, name),
      createElement('div', { class: 'hours-spans' },
        spans.length === 0 ? createElement('span', { class: 'secondary' }, translate(input.value.trim() === '' ? 'venue.noHours' : 'venue.closed')) : null,
        spans.map((span, number) => createElement('span', { class: 'hours-span' }, time(span, 'from', number), '–', time(span, 'to', number),
          createButton('', () => change(() => spans.splice(number, 1)), { variant: 'round plain', icon: 'cross', key: `remove-${day}-${number}`, label: translate('venue.removeHours', { day: name, number: number + 1 }) })))),
      createButton('', () => change(() => spans.push(suggest(week, day))), { variant: 'round plain', icon: 'plus', key: `add-${day}`, label: translate('venue.addHours', { day: name }) }));
  }

  draw();
  return createElement('fieldset', { class: 'form tight' }, createElement('legend', { class: 'label' }, translate('place.hours')), days, details);
}

/** Suggests the hours of the day before, or an evening if the day has some. */
function suggest(week, day) {
  if (week[day].length > 0) return { from: '17:00', to: '22:00' };
  return { ...(week[(day + 6) % 7][0] ?? USUAL) };
}

const nameDay = (day) => new Intl.DateTimeFormat(region, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2027, 2, 8 + day % WEEKDAYS.length)));

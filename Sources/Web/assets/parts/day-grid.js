/** A month as a grid in which several days are picked, one tap each. */
import { createElement, redraw } from '../dom.js';
import { formatNumber, region, translate } from '../localization.js';
import { addDays, formatDate } from '../time.js';
import { createButton } from './controls.js';

const DAYS_PER_WEEK = 7;
const SUNDAY = '2027-03-07'; // any Sunday, for the names of the weekdays

/**
 * Creates the grid.
 *
 * @param {{ today: string, max: number, onChange: () => void }} how `today` is the first day that can be picked
 * @returns {{ node: Node, getDays: () => string[] }} the picked days such as `2027-03-11`, in order
 */
export function createDayGrid({ today, max, onChange }) {
  const picked = new Set();
  const node = createElement('fieldset', { class: 'day-grid', 'data-field': 'days' });
  // so that the form keeps the days in its draft
  const kept = createElement('input', { type: 'hidden', name: 'days', on: { change: () => pick(kept.value.split(' ').filter((day) => day >= today)) } });
  let month = today.slice(0, 7);

  function toggle(day) {
    if (!picked.delete(day) && picked.size < max) picked.add(day);
    kept.value = listPicked().join(' ');
    draw();
    onChange();
    kept.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function pick(days) {
    picked.clear();
    for (const day of days) picked.add(day);
    month = listPicked()[0]?.slice(0, 7) ?? month;
    draw();
    onChange();
  }

  function show(step) {
    month = addMonths(month, step);
    draw();
  }

  function renderDay(day) {
    return createElement('button', {
      type: 'button', 'data-key': `day-${day}`, 'aria-label': formatDate(day), 'aria-pressed': String(picked.has(day)),
      disabled: day < today, on: { click: () => toggle(day) },
    }, formatNumber(Number(day.slice(8))));
  }

  function draw() {
    redraw(node,
      createElement('legend', { class: 'visually-hidden' }, translate('poll.dayTitle')),
      createElement('div', { class: 'day-grid-head' },
        createButton('', () => show(-1), { variant: 'round plain', icon: 'back', label: translate('poll.previousMonth'), key: 'month-before' }),
        createElement('strong', { 'aria-live': 'polite' }, formatMonth(month)),
        createButton('', () => show(1), { variant: 'round plain next', icon: 'back', label: translate('poll.nextMonth'), key: 'month-after' })),
      createElement('div', { class: 'day-grid-days' },
        listWeekdays().map((name) => createElement('span', { class: 'fine-print', 'aria-hidden': 'true' }, name)),
        Array.from({ length: countDaysBefore(`${month}-01`) }, () => createElement('span')),
        listDays(month).map(renderDay)), kept);
    node.querySelector('button').disabled = month <= today.slice(0, 7);
  }

  const listPicked = () => [...picked].sort();

  draw();
  return { node, getDays: listPicked };
}

function listDays(month) {
  const days = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

function addMonths(month, step) {
  const [year, index] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index - 1 + step, 1)).toISOString().slice(0, 7);
}

/** Returns the first day of the week in the person's region, counted from Sunday. Browsers without this data begin on Monday. */
function getFirstWeekday() {
  const locale = new Intl.Locale(region);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % DAYS_PER_WEEK;
}

function listWeekdays() {
  const format = new Intl.DateTimeFormat(region, { weekday: 'narrow', timeZone: 'UTC' });
  return Array.from({ length: DAYS_PER_WEEK }, (_, at) => format.format(new Date(`${addDays(SUNDAY, getFirstWeekday() + at)}T00:00Z`)));
}

function countDaysBefore(day) {
  return (new Date(`${day}T00:00Z`).getUTCDay() - getFirstWeekday() + DAYS_PER_WEEK) % DAYS_PER_WEEK;
}

function formatMonth(month) {
  return new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00Z`));
}

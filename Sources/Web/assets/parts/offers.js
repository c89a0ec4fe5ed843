/** What a place offers, with when it holds, on the place's own clock. */
import { get, Problem } from '../api.js';
import { element, icon } from '../element.js';
import { clock } from '../time.js';
import { region, say } from '../words.js';
import { linkAway } from './controls.js';
import { webLink } from './place.js';

/** Those of a restaurant, at a time if one is given; none where they cannot be read. */
export async function offersOf(restaurant, at, options) {
  const query = new URLSearchParams({ restaurant });
  if (at) query.set('at', at);
  try {
    return (await get(`/v1/offers?${query}`, options)).items;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [];
  }
}

/** @param {any[]} offers nothing is shown for none */
export function offerPanel(offers) {
  if (offers.length === 0) return null;
  return element('section', { class: 'section', 'aria-labelledby': 'offers' },
    element('h2', { id: 'offers' }, say('offer.title')),
    element('ul', { class: 'group' }, offers.map((offer) => element('li', { class: 'fact' }, icon('star'),
      element('div', { class: 'fact-body' },
        element('p', { class: 'fact-value', dir: 'auto' }, offer.title),
        offer.words ? element('p', { class: 'fact-line', dir: 'auto' }, offer.words) : null,
        element('p', { class: 'fact-line' }, heldWhen(offer)),
        element('p', { class: 'fine' }, say('offer.source', { source: offer.source }))),
      webLink(offer.link) ? linkAway(say('offer.link'), webLink(offer.link), { look: 'plain', label: say('offer.linkOf', { title: offer.title }) }) : null))));
}

/** In a line beside an outing's place. */
export function offerLine(offer) {
  return element('span', { class: 'state yes' }, icon('star'), say('offer.then', { title: offer.title }));
}

/** "Mon, Tue, 11:00–14:00, until 31 December 2027" */
function heldWhen({ weekdays, hours, firstDay, lastDay }) {
  const days = weekdays.length < 7 ? weekdays.map(weekday).join(say('offer.comma')) : say('offer.daily');
  const time = hours ? say('offer.hours', { from: wallClock(hours.from), until: wallClock(hours.until) }) : null;
  return [days, time, lastDay ? say('offer.until', { day: dayText(lastDay) }) : null,
    !lastDay && firstDay ? say('offer.from', { day: dayText(firstDay) }) : null].filter(Boolean).join(say('offer.comma'));
}

// 1 January 2024 was a Monday; a day without a zone is written as if it were UTC.
const weekday = (number) => new Intl.DateTimeFormat(region, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, number));
const dayText = (day) => new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
const wallClock = (time) => clock(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC');

/** What a place offers, with when it holds, on the place's own clock. */
import { get, Problem } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { formatTime } from '../time.js';
import { region, translate } from '../localization.js';
import { createExternalLink } from './controls.js';
import { toWebAddress } from './restaurant-facts.js';

/** Those of a restaurant, at a time if one is given; none where they cannot be read. */
export async function fetchOffers(restaurant, at, options) {
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
export function renderOffers(offers) {
  if (offers.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'offers' },
    createElement('h2', { id: 'offers' }, translate('offer.title')),
    createElement('ul', { class: 'group' }, offers.map((offer) => createElement('li', { class: 'fact' }, createIcon('star'),
      createElement('div', { class: 'fact-body' },
        createElement('p', { class: 'fact-value', dir: 'auto' }, offer.title),
        offer.words ? createElement('p', { class: 'fact-line', dir: 'auto' }, offer.words) : null,
        createElement('p', { class: 'fact-line' }, formatValidity(offer)),
        createElement('p', { class: 'fine-print' }, translate('offer.source', { source: offer.source }))),
      toWebAddress(offer.link) ? createExternalLink(translate('offer.link'), toWebAddress(offer.link), { variant: 'plain', label: translate('offer.linkOf', { title: offer.title }) }) : null))));
}

/** In a line beside an outing's place. */
export function renderOfferLine(offer) {
  return createElement('span', { class: 'state yes' }, createIcon('star'), translate('offer.then', { title: offer.title }));
}

/** "Mon, Tue, 11:00–14:00, until 31 December 2027" */
function formatValidity({ weekdays, hours, firstDay, lastDay }) {
  const days = weekdays.length < 7 ? weekdays.map(formatWeekday).join(translate('offer.comma')) : translate('offer.daily');
  const time = hours ? translate('offer.hours', { from: formatWallTime(hours.from), until: formatWallTime(hours.until) }) : null;
  return [days, time, lastDay ? translate('offer.until', { day: formatDate(lastDay) }) : null,
    !lastDay && firstDay ? translate('offer.from', { day: formatDate(firstDay) }) : null].filter(Boolean).join(translate('offer.comma'));
}

// 1 January 2024 was a Monday; a day without a zone is written as if it were UTC.
const formatWeekday = (number) => new Intl.DateTimeFormat(region, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, number));
const formatDate = (day) => new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
const formatWallTime = (time) => formatTime(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC');

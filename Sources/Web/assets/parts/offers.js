/** Offers of a restaurant, such as lunch deals, and when they apply. */
import { get, Problem } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { region, translate } from '../localization.js';
import { formatWeekday, WEEKDAYS } from '../recurrence.js';
import { formatTime } from '../time.js';
import { createExternalLink } from './controls.js';
import { toWebAddress } from './restaurant-facts.js';

/** Fetches the offers of a restaurant, at a time if one is given; returns none if the request fails. */
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

/**
 * Renders the section; null without offers.
 *
 * @param {any[]} offers
 */
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

/** Renders an offer as one line beside an outing's place. */
export function renderOfferLine(offer) {
  return createElement('span', { class: 'state yes' }, createIcon('star'), translate('offer.then', { title: offer.title }));
}

/** Formats "Mon, Tue, 11:00–14:00, until 31 December 2027". */
function formatValidity({ weekdays, hours, firstDay, lastDay }) {
  const days = weekdays.length < 7 ? weekdays.map((number) => formatWeekday(WEEKDAYS[number - 1], 'short')).join(translate('list.comma')) : translate('offer.daily');
  const time = hours ? translate('offer.hours', { from: formatWallTime(hours.from), until: formatWallTime(hours.until) }) : null;
  return [days, time, lastDay ? translate('offer.until', { day: formatDate(lastDay) }) : null,
    !lastDay && firstDay ? translate('offer.from', { day: formatDate(firstDay) }) : null].filter(Boolean).join(translate('list.comma'));
}

// Dates and times without a time zone are formatted as UTC.
const formatDate = (day) => new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
const formatWallTime = (time) => formatTime(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC');

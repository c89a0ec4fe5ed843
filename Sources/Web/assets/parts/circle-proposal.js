/** A suggestion for a circle's next outing: a time and a few restaurants with reasons. */
import { post } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { navigate } from '../page.js';
import { formatLongDateTime, localTimeZone, toWallTime } from '../time.js';
import { tryAction } from './actions.js';
import { createButton, createButtonLink } from './controls.js';
import { renderDietFit } from './diet-fit.js';
import { createFactLine } from './labels.js';
import { formatCuisines, formatDistance } from './restaurant-facts.js';

/**
 * Renders the section.
 *
 * @param {any} circle
 * @param {any} next a CircleProposal, or null if the area to search is unknown
 */
export function renderCircleProposal(circle, next) {
  const search = new URLSearchParams({ circle: circle.id, weeks: '4' });
  return createElement('section', { class: 'section', 'aria-labelledby': 'next' },
    createElement('h2', { id: 'next' }, translate('circle.next')),
    next ? [renderTime(next), renderPlaces(circle, next), createElement('p', { class: 'fine-print' }, translate('circle.asks', { count: circle.members.length }))] : createElement('p', { class: 'secondary' }, translate('circle.where')),
    createElement('p', { class: 'spaced' }, createButtonLink(translate('circle.search'), `/restaurants?${search}`, { variant: 'plain', icon: 'search', key: 'search' })));
}

function renderTime({ startsAt, timeZone, reasons }) {
  if (!startsAt) return createElement('p', { class: 'secondary' }, translate('circle.timeOpen'));
  return createElement('div', {},
    createElement('p', { class: 'fact-value' }, formatLongDateTime(startsAt, timeZone)),
    reasons.map((reason) => createElement('p', { class: 'secondary' }, formatReason(reason))));
}

function renderPlaces(circle, next) {
  if (next.places.length === 0) return createElement('p', { class: 'secondary' }, translate('circle.noPlace'));
  return createElement('ol', { class: 'rows proposals' }, next.places.map((place, at) => renderPlace(circle, next, place, at === 0)));
}

function renderPlace(circle, next, { restaurant, reasons }, isFirst) {
  return createElement('li', { class: 'row wrap' },
    createElement('div', { class: 'row-body' },
      createElement('a', { class: 'row-title', href: `/restaurants/${restaurant.id}`, 'data-key': restaurant.id, dir: 'auto' }, restaurant.name),
      createFactLine([formatCuisines(restaurant), formatDistance(restaurant.distance)]),
      createElement('ul', { class: 'reasons' }, reasons.map((reason) => createElement('li', {}, renderReason(reason))))),
    createElement('div', { class: 'actions' },
      createButton(translate('circle.start'), () => startOuting(circle, next, restaurant), {
        variant: isFirst ? 'primary' : '', key: `start-${restaurant.id}`, label: translate('circle.startAt', { place: restaurant.name }),
      })));
}

const REASON_STYLES = {
  open_then: ['yes', 'check'], hours_unknown: ['unknown', 'question'], liked: ['yes', 'star'], liked_by_you: ['yes', 'star'],
  never_been: ['', 'plus'], not_lately: ['', 'history'], near_usual: ['', 'walk'], rated: ['', 'star'],
};

function renderReason(reason) {
  if (reason.kind === 'fits') return renderDietFit(reason.dietFit);
  const [tone, icon] = REASON_STYLES[reason.kind];
  return createElement('span', { class: `state ${tone}`.trim() }, createIcon(icon), formatReason(reason));
}

function formatReason(reason) {
  const { kind, count, of, weeks, rating } = reason;
  if (kind === 'rated') return translate('search.rating', { value: rating.value, count: rating.count });
  if (kind === 'open_then') return translate('open.open');
  if (kind === 'hours_unknown') return translate('open.unknown');
  return translate(`circle.reason.${kind}`, { count, of, weeks });
}

/** Starts the proposed outing and invites everyone in the circle. */
async function startOuting(circle, { startsAt, timeZone }, restaurant) {
  const zone = timeZone ?? localTimeZone;
  const fields = { title: translate(`circle.meal.${getMeal(startsAt, zone)}`), timeZone: zone, restaurantId: restaurant.id, invite: { circles: [circle.id] } };
  if (startsAt) fields.startsAt = startsAt;
  await tryAction(async () => {
    const outing = await post('/v1/outings', fields);
    navigate(`/outings/${outing.id}`);
  });
}

function getMeal(startsAt, zone) {
  if (!startsAt) return 'any';
  const hour = Number(toWallTime(startsAt, zone).time.slice(0, 2));
  if (hour < 4 || hour >= 16) return 'dinner';
  return hour < 11 ? 'breakfast' : 'lunch';
}

/** A restaurant: contact, hours, diets and data source. */
import { get } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { getAddressText } from '../outing-model.js';
import { formatDateTimeInSentence, localTimeZone, parseWallTime } from '../time.js';
import { renderBanner } from '../parts/banner.js';
import { createButtonLink, createExternalLink } from '../parts/controls.js';
import { renderSources } from '../parts/data-sources.js';
import { renderDietFit } from '../parts/diet-fit.js';
import { createFactLine } from '../parts/labels.js';
import { renderLogo } from '../parts/logo.js';
import { fetchOffers, renderOffers } from '../parts/offers.js';
import { readPlannedOuting, renderPlaceChoice } from '../parts/place-choice.js';
import { createPlaceMap, createRouteLink } from '../parts/place-map.js';
import { DIETS, formatCuisines, formatDistance, formatPrice, formatRating, renderDietOffer, renderLastVisit, renderLiked, renderOpenState, renderWeek, setCuisineNames, toWebAddress } from '../parts/restaurant-facts.js';
import { getSavedArea } from '../parts/search-area.js';
import { getInstant, readArea } from '../parts/search-form.js';

const DETAILS = ['wheelchair', 'outdoor_seating', 'takeaway', 'delivery'];

export default async function loadRestaurantScreen({ parameters: { id }, query, signal }) {
  const outingId = query.get('for');
  const response = outingId ? await readPlannedOuting(outingId, { signal }) : null;
  const at = response ? parseWallTime(query.get('at')) : '';
  const instant = getInstant({ outing: response?.body, at });
  const [restaurant, offers, cuisines] = await Promise.all([
    get(`/v1/restaurants/${id}?${createParameters(query, response?.body, instant)}`, { signal }), fetchOffers(id, instant, { signal }),
    get('/v1/cuisines?names=false', { signal }).then((page) => page.items, () => []),
  ]);
  setCuisineNames(cuisines);
  return {
    title: restaurant.name,
    content: createElement('div', { class: 'outing section-stack' },
      renderHeader(restaurant, query), createPlaceMap(restaurant),
      createElement('div', { class: 'main section-stack' }, renderMenu(restaurant, outingId), renderOffers(offers), renderHours(restaurant, response?.body, !instant), renderDiets(restaurant), renderSources([restaurant], formatDateTimeInSentence(restaurant.updatedAt, localTimeZone)),
        createElement('p', {}, createElement('a', { class: 'link', href: `/restaurants/${restaurant.id}/claim` }, translate('ownVenues.claim')))),
      renderNextStep(restaurant, response, at)),
  };
}

/** Creates the query parameters: the area for distances, and the time for opening hours: the one that was chosen, the outing's, or now. */
function createParameters(query, outing, instant) {
  const parameters = new URLSearchParams();
  const area = readArea(query) ?? getSavedArea();
  if (area) parameters.set('near', area.point);
  parameters.set('openAt', instant ?? new Date().toISOString());
  if (outing) parameters.set('outing', outing.id);
  return parameters;
}

/** Renders the header. The way back restores the search that led here. */
function renderHeader(restaurant, query) {
  const back = query.size > 0 ? `/restaurants?${query}` : '/restaurants';
  return createElement('header', { class: 'restaurant-header' },
    createElement('div', { class: 'hero-bar flat' }, createButtonLink('', back, { variant: 'round', icon: 'back', label: translate('place.back') })),
    renderLogo(restaurant.logo),
    createElement('h1', { dir: 'auto' }, restaurant.name),
    createFactLine([formatCuisines(restaurant), formatPrice(restaurant.price), formatDistance(restaurant.distance), formatRating(restaurant.rating)]),
    restaurant.liked ? renderLiked() : null,
    renderLastVisit(restaurant, restaurant.timeZone ?? localTimeZone),
    createElement('p', { class: 'secondary', dir: 'auto' }, getAddressText(restaurant)),
    createFactLine(DETAILS.filter((name) => restaurant.details[name] === 'yes').map((name) => translate(`place.detail.${name}`))),
    restaurant.vanished ? renderBanner({ icon: 'warning', title: translate('place.vanished') }) : null,
    createElement('div', { class: 'actions' }, renderContact(restaurant)));
}

function renderContact(restaurant) {
  const { latitude, longitude } = restaurant.location;
  const website = toWebAddress(restaurant.website);
  const around = new URLSearchParams({ near: `${latitude.toFixed(4)},${longitude.toFixed(4)}`, around: restaurant.name });
  return [
    restaurant.phone ? createButtonLink(translate('place.call'), `tel:${restaurant.phone}`, { icon: 'phone' }) : null,
    website ? createExternalLink(translate('place.website'), website, { icon: 'globe' }) : null,
    toMailLink(restaurant.details) ? createButtonLink(translate('place.email'), toMailLink(restaurant.details), { icon: 'mail' }) : null,
    createRouteLink(restaurant, { icon: 'walk' }),
    createButtonLink(translate('place.around'), `/restaurants?${around}`, { icon: 'search' }),
  ];
}

/** Returns the link to write to a restaurant; null unless the source has a plain address. */
function toMailLink(details) {
  const address = details.email ?? details['contact:email'];
  return /^[\w.+-]+@[\w.-]+$/.test(address ?? '') ? `mailto:${address}` : null;
}

/** Renders what the menu has, and the link to it; null without a menu. */
function renderMenu({ id, menu }, outingId) {
  if (!menu) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'menu' },
    createElement('div', { class: 'section-head' }, createElement('h2', { id: 'menu' }, translate('dishMenu.title')),
      createElement('a', { href: `/restaurants/${id}/menu${outingId ? `?for=${outingId}` : ''}` }, translate('dishMenu.open'))),
    createFactLine([...menu.sections, translate('dishMenu.found', { count: menu.itemCount })]));
}

function renderHours(restaurant, outing, isNow) {
  const zone = restaurant.timeZone ?? localTimeZone;
  return createElement('section', { class: 'section', 'aria-labelledby': 'hours' },
    createElement('h2', { id: 'hours' }, translate('place.hours')),
    restaurant.vanished ? null : createElement('p', {}, renderOpenState(restaurant.openAt ?? { state: 'unknown' }, outing?.timeZone ?? zone, isNow)),
    renderWeek(restaurant.hours ?? {}, zone));
}

function renderDiets(restaurant) {
  const offers = restaurant.diets ?? {};
  const known = DIETS.filter((diet) => offers[diet] && offers[diet] !== 'unknown');
  return createElement('section', { class: 'section', 'aria-labelledby': 'diets' },
    createElement('h2', { id: 'diets' }, translate('place.diets')),
    restaurant.dietFit ? createElement('p', {}, renderDietFit(restaurant.dietFit)) : null,
    known.length === 0 ? createElement('p', { class: 'secondary' }, translate('place.dietsUnknown')) : createElement('ul', { class: 'diets' },
      DIETS.map((diet) => createElement('li', {}, createElement('strong', {}, translate(`diet.${diet}`)), renderDietOffer(offers[diet] ?? 'unknown')))));
}

/** Renders the next step: to choose this restaurant for the outing being planned, or to start an outing here. */
function renderNextStep(restaurant, response, at) {
  if (response) return renderPlaceChoice(restaurant, response, at);
  return createElement('div', { class: 'dock answer-bar' },
    createElement('a', { class: 'button primary large wide', href: `/outings/new?restaurant=${restaurant.id}` }, translate('place.start')));
}

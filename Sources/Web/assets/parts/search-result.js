/** One restaurant in the results of a search. */
import { createElement } from '../dom.js';
import { formatNumber, hasMessage, translate } from '../localization.js';
import { localTimeZone } from '../time.js';
import { renderDietFit } from './diet-fit.js';
import { createFactLine } from './labels.js';
import { formatCuisine, formatCuisines, formatDistance, formatPrice, formatRating, renderLastVisit, renderLiked, renderOpenState } from './restaurant-facts.js';
import { createResultPath } from './search-form.js';

/**
 * Renders the row.
 *
 * @param {any} restaurant a RestaurantSummary
 * @param {number} number its position in the list
 * @param {any} outing the outing to find a place for, or null
 * @param {boolean} isNow whether the search asked what is open now
 */
export function renderSearchResult(restaurant, number, outing, isNow) {
  const isUnsure = restaurant.openAt?.state === 'unknown';
  const zone = outing?.timeZone ?? localTimeZone;
  return createElement('li', {}, createElement('a', { class: 'result', href: createResultPath(`/restaurants/${restaurant.id}`), 'data-key': restaurant.id },
    createElement('span', { class: isUnsure ? 'number uncertain' : 'number', 'aria-hidden': 'true' }, formatNumber(number)),
    createElement('span', { class: 'result-body' },
      createElement('span', { class: 'result-top' },
        createElement('span', { class: 'row-title', dir: 'auto' }, restaurant.name),
        createElement('span', { class: 'distance' }, formatDistance(restaurant.distance))),
      createFactLine([formatCuisines(restaurant), formatPrice(restaurant.price), formatRating(restaurant.rating)]),
      restaurant.liked ? renderLiked() : null,
      renderLastVisit(restaurant, zone),
      renderOpenState(restaurant.openAt, zone, isNow),
      renderDietFit(restaurant.dietFit),
      restaurant.longestWay ? createElement('span', { class: 'secondary' }, translate(`fit.way.${restaurant.longestWay}`)) : null,
      renderMatch(restaurant))));
}

/** Renders the text that matched the search, unless the name shows it. */
function renderMatch({ match, name }) {
  if (!match?.text || match.field === 'name' || name.includes(match.text)) return null;
  return createElement('span', { class: 'match-reason' }, translate('search.match'), ' ', createElement('mark', { dir: 'auto' }, formatMatch(match)));
}

/** Formats the text of a match. Cuisines, diets and kinds are ids in the response. */
function formatMatch({ field, text }) {
  if (field === 'cuisine') return formatCuisine(text);
  const key = `${field}.${text}`;
  return hasMessage(key) ? translate(key) : text;
}

/** One dish in the results of a search. */
import { createElement } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { localTimeZone } from '../time.js';
import { renderDishPicture } from './dish-picture.js';
import { createFactLine } from './labels.js';
import { formatDistance, renderOpenState } from './restaurant-facts.js';
import { createResultPath } from './search-form.js';

/**
 * Renders the row, or the tile in a grid.
 *
 * @param {any} dish
 * @param {number} number its position in the list
 * @param {any} outing the outing to find a dish for, or null
 * @param {boolean} isNow whether the search asked what is open now
 */
export function renderDishResult(dish, number, outing, isNow) {
  const { restaurant, diets, matchedName } = dish;
  return createElement('li', {}, createElement('a', { class: 'result', href: createResultPath(`/dishes/${dish.id}`), 'data-key': dish.id },
    createElement('span', { class: 'number', 'aria-hidden': 'true' }, formatNumber(number)),
    createElement('span', { class: 'result-body' },
      createElement('span', { class: 'result-top' },
        createElement('span', { class: 'row-title', dir: 'auto' }, dish.name), createElement('span', { class: 'order-price' }, formatDishPrice(dish))),
      createFactLine([restaurant.name, formatDistance(restaurant.distance)]),
      createFactLine(diets.map((diet) => translate(`diet.${diet}`))),
      renderOpenState(restaurant.openAt, outing?.timeZone ?? localTimeZone, isNow),
      matchedName ? createElement('span', { class: 'match-reason' }, translate('search.match'), ' ', createElement('mark', { dir: 'auto' }, matchedName)) : null),
    renderDishPicture(dish.picture)));
}

/** Formats "€8.50" or "from €8.50". */
export function formatDishPrice({ priceMinor, currency, priceVaries }) {
  const amount = formatAmount(priceMinor, currency);
  return priceVaries ? translate('dishMenu.from', { amount }) : amount;
}

/** One place in the list of a search. */
import { element } from '../element.js';
import { here } from '../time.js';
import { fitLine } from './fit.js';
import { dotted } from './outing-row.js';
import { farText, kitchen, likedLine, openLine, ratingText } from './place.js';
import { say } from '../words.js';

/** @param {any} restaurant a RestaurantSummary @param {number} number its place in the list */
export function resultRow(restaurant, number, outing) {
  const address = `/restaurants/${restaurant.id}${outing ? `?for=${outing.id}` : ''}`;
  const isUnsure = restaurant.openAt?.state === 'unknown';
  const zone = outing?.timeZone ?? here;
  return element('li', {}, element('a', { class: 'result', href: address, 'data-key': restaurant.id },
    element('span', { class: isUnsure ? 'number unsure' : 'number', 'aria-hidden': 'true' }, String(number)),
    element('span', { class: 'result-body' },
      element('span', { class: 'result-top' },
        element('span', { class: 'row-title' }, restaurant.name),
        element('span', { class: 'far' }, farText(restaurant.distance))),
      dotted([kitchen(restaurant), ratingText(restaurant.rating)]),
      restaurant.liked ? likedLine() : null,
      openLine(restaurant.openAt, zone),
      fitLine(restaurant.dietFit),
      restaurant.longestWay ? element('span', { class: 'second' }, say(`fit.way.${restaurant.longestWay}`)) : null,
      whyFound(restaurant))));
}

/** Why it was found, where the name does not show it. */
function whyFound({ match, name }) {
  if (!match?.text || match.field === 'name' || name.includes(match.text)) return null;
  return element('span', { class: 'why' }, say('search.match'), ' ', element('mark', {}, match.text));
}

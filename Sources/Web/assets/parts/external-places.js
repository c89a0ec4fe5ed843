/** Places from a source outside our directory. They are listed separately, with the source's name and links to its pages. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { renderSourceLink } from './data-sources.js';
import { createFactLine } from './labels.js';
import { formatDistance, formatRating, toWebAddress } from './restaurant-facts.js';

/**
 * Renders the section; null if no place has a link.
 *
 * @param {any} answer an element of `live` in the response to a search
 */
export function renderExternalPlaces({ source, items }) {
  const linked = items.filter((item) => toWebAddress(item.url));
  if (linked.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': `live-${source.id}` },
    createElement('h2', { id: `live-${source.id}` }, translate('search.live', { source: source.name })),
    createElement('ul', { class: 'results' }, linked.map((item) => renderExternalPlace(item))),
    createElement('p', { class: 'fine-print' }, renderSourceLink({ ...source, licence: null })));
}

function renderExternalPlace(item) {
  return createElement('li', {}, createElement('a', { class: 'result', href: toWebAddress(item.url), rel: 'noreferrer', target: '_blank' },
    createElement('span', { class: 'result-body' },
      createElement('span', { class: 'result-top' },
        createElement('span', { class: 'row-title', dir: 'auto' }, item.name),
        createElement('span', { class: 'distance' }, formatDistance(item.distance))),
      createFactLine([item.categories.join(translate('list.comma')) || null, formatRating(item.rating)]),
      createElement('span', { class: 'secondary', dir: 'auto' }, item.address ?? ''))));
}

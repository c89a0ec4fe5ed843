/** Places of a source outside of the directory: shown with its name and a link to its page, and never mixed with ours. */
import { element } from '../element.js';
import { dotted } from './outing-row.js';
import { farText, webLink } from './place.js';
import { sourceLink } from './sources.js';
import { say } from '../words.js';

/** @param {any} answer one of `live` in an answer to a search; nothing is shown where it has no items */
export function liveSection({ source, items }) {
  const linked = items.filter((item) => webLink(item.url));
  if (linked.length === 0) return null;
  return element('section', { class: 'section', 'aria-labelledby': `live-${source.id}` },
    element('h2', { id: `live-${source.id}` }, say('search.live', { source: source.name })),
    element('ul', { class: 'results' }, linked.map((item) => liveRow(item))),
    element('p', { class: 'fine' }, sourceLink({ ...source, licence: null })));
}

function liveRow(item) {
  const { rating } = item;
  return element('li', {}, element('a', { class: 'result', href: webLink(item.url), rel: 'noreferrer', target: '_blank' },
    element('span', { class: 'result-body' },
      element('span', { class: 'result-top' },
        element('span', { class: 'row-title' }, item.name),
        element('span', { class: 'far' }, farText(item.distance))),
      dotted([item.categories.join(', ') || null,
        rating ? say('search.rating', { value: rating.value, count: rating.count }) : null]),
      element('span', { class: 'second' }, item.address ?? ''))));
}

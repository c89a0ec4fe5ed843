/** Whose data is shown, with its licence: wherever places are. */
import { createElement } from '../dom.js';
import { toWebAddress } from './restaurant-facts.js';
import { translate } from '../localization.js';

/** One source in the words it asks for, as a link to its licence. */
export function renderSourceLink({ name, licence, attribution, url }) {
  const text = [attribution ?? name, licence].filter(Boolean).join(', ');
  const address = toWebAddress(url);
  if (!address) return createElement('span', { translate: 'no' }, text);
  return createElement('a', { class: 'link', href: address, rel: 'noreferrer', target: '_blank', translate: 'no' }, text);
}

/** A line for the sources of some places, each once. */
export function renderSources(places) {
  const sources = [...new Map(places.map(({ source }) => [source.id, source])).values()];
  if (sources.length === 0) return null;
  return createElement('p', { class: 'fine-print' }, translate('place.source'), ' ',
    sources.flatMap((source, at) => (at > 0 ? [' · ', renderSourceLink(source)] : [renderSourceLink(source)])), '.');
}

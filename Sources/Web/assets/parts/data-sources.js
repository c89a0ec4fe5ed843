/** Attribution of restaurant data. */
import { createElement } from '../dom.js';
import { getSentenceSpace, translate } from '../localization.js';
import { toWebAddress } from './restaurant-facts.js';

/** Renders the attribution that a source requires, as a link to its licence; for places that restaurants added themselves, only that. */
export function renderSourceLink({ id, name, licence, attribution, url }) {
  if (id === 'owner') return createElement('span', {}, translate('place.ownSource'));
  const text = [attribution ?? name, licence].filter(Boolean).join(', ');
  const address = toWebAddress(url);
  if (!address) return createElement('span', { translate: 'no', dir: 'auto' }, text);
  return createElement('a', { class: 'link', href: address, rel: 'noreferrer', target: '_blank', translate: 'no', dir: 'auto' }, text);
}

/** Renders each source of some places once, and with `moment` when their data was last changed. */
export function renderSources(places, moment = null) {
  const sources = [...new Map(places.map(({ source }) => [source.id, source])).values()];
  if (sources.length === 0) return null;
  return createElement('p', { class: 'fine-print' }, translate('place.source'), getSentenceSpace(),
    sources.flatMap((source, at) => (at > 0 ? [' · ', renderSourceLink(source)] : [renderSourceLink(source)])), '.',
    moment ? ` ${translate('place.updated', { moment })}` : null);
}

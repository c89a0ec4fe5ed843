/** Whose data is shown, with its licence: wherever places are. */
import { element } from '../element.js';
import { webLink } from './place.js';
import { say } from '../words.js';

/** One source in the words it asks for, as a link to its licence. */
export function sourceLink({ name, licence, attribution, url }) {
  const words = [attribution ?? name, licence].filter(Boolean).join(', ');
  const address = webLink(url);
  if (!address) return element('span', { translate: 'no' }, words);
  return element('a', { class: 'link', href: address, rel: 'noreferrer', target: '_blank', translate: 'no' }, words);
}

/** A line for the sources of some places, each once. */
export function sourceLine(places) {
  const sources = [...new Map(places.map(({ source }) => [source.id, source])).values()];
  if (sources.length === 0) return null;
  return element('p', { class: 'fine' }, say('place.source'), ' ',
    sources.flatMap((source, at) => (at > 0 ? [' · ', sourceLink(source)] : [sourceLink(source)])), '.');
}

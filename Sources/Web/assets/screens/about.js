/** What this is, and whose data and work it shows. */
import { element } from '../element.js';
import { webLink } from '../parts/place.js';
import { say } from '../words.js';

export default async function aboutScreen() {
  const sources = [
    [say('about.osm'), 'https://www.openstreetmap.org/copyright'],
    [say('about.tzdata'), 'https://www.iana.org/time-zones'],
  ];
  return {
    title: say('about.title'),
    content: element('article', { class: 'narrow prose' },
      element('h1', {}, say('about.title')),
      element('p', { class: 'lead' }, say('about.lead')),
      element('p', {}, say('about.text')),
      element('h2', {}, say('about.sources')),
      element('ul', { class: 'bullets' }, sources.map(([words, address]) => element('li', {},
        element('a', { class: 'link', href: webLink(address), rel: 'noreferrer', target: '_blank' }, words)))),
      element('p', { class: 'second' }, say('about.sourceEach'))),
  };
}

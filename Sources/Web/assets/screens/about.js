/** What this is, and whose data and work it shows. */
import { get } from '../api.js';
import { element } from '../element.js';
import { sourceLink } from '../parts/sources.js';
import { say } from '../words.js';

export default async function aboutScreen({ signal }) {
  const places = await get('/v1/restaurants/sources', { signal }).then((page) => page.items, () => []);
  const sources = [
    ...places,
    { name: say('about.zones'), url: 'https://github.com/evansiroky/timezone-boundary-builder' },
    { name: say('about.tzdata'), url: 'https://www.iana.org/time-zones' },
  ];
  return {
    title: say('about.title'),
    content: element('article', { class: 'narrow prose' },
      element('h1', {}, say('about.title')),
      element('p', { class: 'lead' }, say('about.lead')),
      element('p', {}, say('about.text')),
      element('h2', {}, say('about.sources')),
      element('ul', { class: 'bullets' }, sources.map((source) => element('li', {}, sourceLink(source)))),
      element('p', { class: 'second' }, say('about.sourceEach'))),
  };
}

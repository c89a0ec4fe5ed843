/** About the service, and the attribution of its data. */
import { get } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { renderSourceLink } from '../parts/data-sources.js';
import { renderOperator } from '../parts/operator.js';

export default async function loadAboutScreen({ signal }) {
  const [places, operator] = await Promise.all([
    get('/v1/restaurants/sources', { signal }).then((page) => page.items, () => []),
    get('/v1/privacy', { signal }).then((facts) => facts.operator, () => null),
  ]);
  const sources = [
    ...places,
    { name: translate('about.zones'), url: 'https://github.com/evansiroky/timezone-boundary-builder' },
    { name: translate('about.tzdata'), url: 'https://www.iana.org/time-zones' },
  ];
  return {
    title: translate('service.about'),
    content: createElement('article', { class: 'narrow prose' },
      createElement('h1', {}, translate('service.about')),
      createElement('p', { class: 'lead' }, translate('about.lead')),
      createElement('p', {}, translate('about.text')),
      renderOperator(operator),
      createElement('h2', {}, translate('about.sources')),
      createElement('ul', { class: 'bullets' }, sources.map((source) => createElement('li', {}, renderSourceLink(source)))),
      createElement('p', { class: 'secondary' }, translate('about.sourceEach'))),
  };
}

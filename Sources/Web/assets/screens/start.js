/** Start an outing: a title, and whatever else is already known. */
import { get } from '../api.js';
import { element, icon } from '../element.js';
import { emptyDraft, restaurantIdOf, startBody } from '../drafts.js';
import { form } from '../parts/form.js';
import { outingFields, whenFault } from '../parts/outing-fields.js';
import { startOuting } from '../parts/start-form.js';
import { here } from '../time.js';
import { say } from '../words.js';

export default async function startScreen({ query, signal }) {
  const wanted = query.get('restaurant');
  const restaurant = wanted ? await get(`/v1/restaurants/${encodeURIComponent(wanted)}`, { signal }) : null;
  const draft = { ...emptyDraft(here), where: restaurant && restaurantIdOf(restaurant) };
  const send = async (values, node) => {
    if (!whenFault(node, values)) await startOuting(startBody(draft, values));
  };
  return {
    title: say('start.title'),
    content: element('div', {},
      element('header', { class: 'edit-head' },
        element('a', { class: 'button round', href: '/', 'aria-label': say('start.close') }, icon('cross')),
        element('h1', {}, say('start.title'))),
      form({ send },
        outingFields(draft, { isNew: true }),
        element('button', { class: 'button sun large', type: 'submit' }, say('start.action')),
        element('p', { class: 'fine' }, say('start.nobodyTold')))),
  };
}

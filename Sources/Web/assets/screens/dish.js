/** A dish of a published menu: what it is, what it costs, where it is served, and the way from it to an outing. */
import { get } from '../api.js';
import { fetchNeeds } from '../diet-match.js';
import { createElement } from '../dom.js';
import { getSentenceSpace, translate } from '../localization.js';
import { getName } from '../menu-model.js';
import { localTimeZone, parseWallTime } from '../time.js';
import { createButtonLink } from '../parts/controls.js';
import { renderSources } from '../parts/data-sources.js';
import { renderDishFit } from '../parts/dish-fit.js';
import { renderLargeDishPicture } from '../parts/dish-picture.js';
import { formatDishPrice } from '../parts/dish-result.js';
import { createFactLine } from '../parts/labels.js';
import { renderMenuChoices } from '../parts/menu-choices.js';
import { describeOtherPrices, renderMenuFacts } from '../parts/menu-facts.js';
import { readPlannedOuting, renderPlaceChoice } from '../parts/place-choice.js';
import { createPlaceMap } from '../parts/place-map.js';
import { formatDistance, renderOpenState } from '../parts/restaurant-facts.js';
import { getSavedArea } from '../parts/search-area.js';
import { getInstant, readArea } from '../parts/search-form.js';

export default async function loadDishScreen({ parameters: { id }, query, signal }) {
  const response = query.has('for') ? await readPlannedOuting(query.get('for'), { signal }) : null;
  const at = parseWallTime(query.get('at'));
  const details = await get(`/v1/dishes/${id}?${createParameters(query, response?.body, at)}`, { signal });
  const { dish, menuItem } = details;
  const [menu, needs] = await Promise.all([fetchMenuOf(details, { signal }), fetchNeeds({ signal })]);
  return {
    title: getName(menuItem),
    content: createElement('div', { class: 'outing section-stack' },
      renderHeader(details, query, renderDishFit(menu, menuItem, needs)), createPlaceMap(dish.restaurant),
      createElement('div', { class: 'main section-stack' },
        renderChoices(menu, menuItem), renderPlace(dish, response?.body, at),
        createElement('div', {}, dish.attribution ? createElement('p', { class: 'fine-print', dir: 'auto' }, translate('dishSearch.menusBy'), getSentenceSpace(), dish.attribution) : null,
          renderSources([dish.restaurant]))),
      response ? renderPlaceChoice(dish.restaurant, response, at) : renderStart(dish, at)),
  };
}

/** Creates the query parameters: the area for the distance, and the time for opening hours: the outing's, the chosen one, or now. */
function createParameters(query, outing, at) {
  const area = readArea(query) ?? getSavedArea();
  return new URLSearchParams({ ...(area ? { near: area.point } : {}), openAt: getInstant({ outing, at }) ?? new Date().toISOString() });
}

/** Returns a menu with what the choices of the dish need: its option groups, or for a combo, the items of its slots as well. */
async function fetchMenuOf({ dish, menuItem, optionGroups = [] }, options) {
  if (menuItem.slots) return (await get(`/v1/restaurants/${dish.restaurant.id}/menu/versions/${dish.menuVersion}`, options)).menu;
  return { currency: dish.currency, optionGroups, sections: [] };
}

/** Renders the header. The way back restores the search that led here. */
function renderHeader({ dish, section, menuItem }, query, fit) {
  return createElement('header', { class: 'restaurant-header' },
    createElement('div', { class: 'hero-bar flat' },
      createButtonLink('', query.size > 0 ? `/dishes?${query}` : '/dishes', { variant: 'round', icon: 'back', label: translate('place.back') })),
    renderLargeDishPicture(dish.picture, getName(menuItem)),
    createElement('p', { class: 'eyebrow', dir: 'auto' }, section),
    createElement('h1', { dir: 'auto' }, getName(menuItem)),
    createElement('p', { class: 'dish-price' }, formatDishPrice(dish)),
    describeOtherPrices(menuItem, dish).map((price) => createElement('p', { class: 'secondary' }, price)),
    renderMenuFacts(menuItem), fit);
}

function renderChoices(menu, item) {
  const choices = renderMenuChoices(menu, item);
  if (!choices) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'choices' },
    createElement('h2', { id: 'choices' }, translate('dishMenu.choices')), choices);
}

function renderPlace({ restaurant }, outing, at) {
  const suffix = outing ? `?${new URLSearchParams({ for: outing.id, ...(at ? { at } : {}) })}` : '';
  const isNow = !outing?.startsAt && !at;
  return createElement('section', { class: 'section', 'aria-labelledby': 'place' },
    createElement('h2', { id: 'place' }, translate('fact.where')),
    createElement('div', { class: 'group' },
      createElement('a', { class: 'menu-item', href: `/restaurants/${restaurant.id}${suffix}` },
        createElement('span', { class: 'row-body' },
          createElement('span', { class: 'row-title', dir: 'auto' }, restaurant.name),
          createFactLine([formatDistance(restaurant.distance), renderOpenState(restaurant.openAt, outing?.timeZone ?? localTimeZone, isNow)])))),
    createElement('p', { class: 'spaced' }, createButtonLink(translate('dishMenu.open'), `/restaurants/${restaurant.id}/menu${suffix}`, { variant: 'plain', key: 'menu' })));
}

function renderStart(dish, at) {
  const query = new URLSearchParams({ dish: dish.id, ...(at ? { at } : {}) });
  return createElement('div', { class: 'dock answer-bar' },
    createElement('a', { class: 'button primary large wide', href: `/outings/new?${query}` }, translate('dishMenu.start')));
}

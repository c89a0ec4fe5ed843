/** The field for a place: words, or a restaurant of the directory that is found while typing. */
import { get, Problem } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { createField } from './form.js';
import { formatDistance } from './restaurant-facts.js';
import { getDefaultArea, getSavedArea } from './search-area.js';

const TYPING_PAUSE_MS = 250; // between the last keystroke and the request, as in the search itself
const MAX_SUGGESTIONS = 5;

/**
 * Creates the field `place`, and `restaurantId`, which is empty while the place is only words.
 *
 * @param {{ name: string, restaurantId?: string } | null} where the place so far
 * @param {Node | null} [link] what is shown below the field
 */
export function createPlaceField(where, link = null) {
  const id = createElement('input', { type: 'hidden', name: 'restaurantId', on: { change: () => drawState() } });
  const state = createElement('p', { class: 'state yes' });
  const suggestions = createElement('ul', { class: 'saved-areas', 'aria-label': translate('field.placesFound'), 'aria-live': 'polite' });
  const field = createField({
    name: 'place', label: translate('field.place'), maxlength: 400, autocomplete: 'off', value: where?.name ?? '',
    on: { input: (event) => typeWords(event.target.value.trim()) },
  });
  const input = field.querySelector('input');
  let timer = null;
  let requested = '';

  function drawState() {
    redraw(state, id.value ? [createIcon('check'), translate('field.isRestaurant')] : null);
  }
  function typeWords(text) {
    id.value = '';
    drawState();
    clearTimeout(timer);
    timer = setTimeout(() => suggest(text), TYPING_PAUSE_MS);
  }
  /** Offers the restaurants with this name. The answer to an earlier text is dropped. */
  async function suggest(text) {
    requested = text;
    const found = text === '' ? [] : await findRestaurants(text);
    if (text !== requested) return;
    redraw(suggestions, ...found.map((restaurant) => createElement('li', {}, createButton(createElement('bdi', {}, describe(restaurant)), () => choose(restaurant), { icon: 'places' }))));
  }
  function choose(restaurant) {
    requested = '';
    input.value = restaurant.text;
    id.value = restaurant.id;
    drawState();
    redraw(suggestions);
    input.focus();
    id.dispatchEvent(new Event('input', { bubbles: true })); // so that the form keeps the draft
    id.form.addEventListener('reset', () => { id.value = ''; drawState(); }, { once: true }); // which resets no hidden field
  }

  id.value = where?.restaurantId ?? '';
  drawState();
  return createElement('div', { class: 'field', 'data-field': 'restaurantId' }, field, id, state, suggestions, link);
}

const describe = ({ text, detail, distance }) => [text, detail ?? formatDistance(distance)].filter(Boolean).join(translate('list.comma'));

/** Returns the restaurants with this name near the area that was last searched; none without an area, or if the server cannot answer. */
async function findRestaurants(text) {
  const area = getSavedArea() ?? getDefaultArea();
  if (!area) return [];
  try {
    const { items } = await get(`/v1/restaurants/suggest?${new URLSearchParams({ q: text.slice(0, 60), near: area.point, limit: '20' })}`);
    return items.filter(({ kind }) => kind === 'restaurant').slice(0, MAX_SUGGESTIONS);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return [];
  }
}

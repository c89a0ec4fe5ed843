/** Pictures of dishes. */
import { get } from '../api.js';
import { createElement } from '../dom.js';
import { loadStyleSheet } from './style-sheet.js';

/** Fetches the paths of a menu's pictures by the keys of its items. A menu can be read without them. */
export async function fetchMenuPictures(restaurant, options) {
  try {
    const { items } = await get(`/v1/restaurants/${restaurant}/menu/pictures`, options);
    return new Map(items.map(({ item, path }) => [item, path]));
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    return new Map();
  }
}

/** Renders the small picture beside a dish's name; null without a picture. */
export function renderDishPicture(path) {
  return path ? createPicture({ class: 'dish-picture', src: `${path}&size=160`, alt: '', width: 64, height: 64, loading: 'lazy' }) : null;
}

/** Renders the picture of a dish's own page; null without one. */
export function renderLargeDishPicture(path, name) {
  return path ? createPicture({ class: 'dish-picture large', src: path, alt: name }) : null;
}

function createPicture(attributes) {
  loadStyleSheet('/assets/dish-pictures.css').catch(() => {});
  return createElement('img', { decoding: 'async', ...attributes });
}

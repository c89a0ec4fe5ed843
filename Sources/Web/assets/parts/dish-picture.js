/** Pictures of dishes. */
import { get, remove, upload } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { loadStyleSheet } from './style-sheet.js';
import { showToast } from './toast.js';

const TYPES = 'image/jpeg,image/png,image/webp';

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

/**
 * Creates the field of an owner's menu editor, which stores at once.
 *
 * @param {{ venue: string, item: any, pictures: Map<string, string> }} what `pictures` is kept up to date
 */
export function createPictureField({ venue, item, pictures }) {
  const path = `/v1/venues/${venue}/items/${encodeURIComponent(item.key)}/picture`;
  const node = createElement('div', { class: 'setting wrap', role: 'group', 'aria-label': translate('menuEditor.pictureOf', { name: item.name }) });
  const input = createElement('input', { type: 'file', accept: TYPES, class: 'visually-hidden', id: `picture-${item.key}`, tabindex: '-1', 'aria-hidden': 'true', on: { change: () => send() } });
  const change = async (action, text) => {
    if (!(await tryAction(action))) return;
    draw();
    showToast(text);
  };
  const send = () => {
    const [file] = input.files;
    input.value = '';
    if (file) change(async () => pictures.set(item.key, (await upload(path, file)).path), translate('settings.saved'));
  };
  const drop = () => change(async () => {
    await remove(path);
    pictures.delete(item.key);
  }, translate('settings.picture.removed'));
  const draw = () => redraw(node, renderDishPicture(pictures.get(item.key)),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, translate('settings.picture.title')), createElement('span', { class: 'secondary' }, translate('settings.picture.text'))),
    input,
    createButton(translate('settings.picture.choose'), () => input.click(), { variant: 'plain', key: `picture-${item.key}` }),
    pictures.has(item.key) ? createButton(translate('settings.picture.remove'), drop, { variant: 'plain', key: `picture-remove-${item.key}` }) : null);
  draw();
  return node;
}

/** The menu of the order's restaurant, from which people choose their dishes. */
import { get, getAll, Problem, read } from '../api.js';
import { fetchNeeds } from '../diet-match.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getName, getStartingPrice, searchMenu } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { canPick, getOrderPath, getOwnLines } from '../order-model.js';
import { createButtonLink } from '../parts/controls.js';
import { renderDishFit } from '../parts/dish-fit.js';
import { renderMenuFacts } from '../parts/menu-facts.js';
import { openOptionSheet } from '../parts/option-sheet.js';

export default async function loadOrderMenuScreen({ parameters: { id }, signal }) {
  const fetchOrderContext = (options) => Promise.all([read(`/v1/outings/${id}`, options), get(getOrderPath(id), options), getAll(`/v1/outings/${id}/attendees`, options)]);
  const [context, needs] = await Promise.all([fetchOrderContext({ signal }), fetchNeeds({ signal })]);
  let [{ body: outing }, order, attendees] = context;
  let [menu, unserved] = await Promise.all([fetchMenu(order, { signal }), fetchUnserved(order, { signal })]);
  const found = createElement('p', { class: 'secondary', role: 'status' });
  const body = createElement('div', { class: 'section-stack' });
  const search = createElement('input', { class: 'input', id: 'menu-search', type: 'search', autocomplete: 'off', enterkeyhint: 'search', on: { input: () => draw() } });
  const refresh = async () => {
    const { restaurant, menuVersion } = order;
    [{ body: outing }, order, attendees] = await fetchOrderContext();
    const isSame = order.restaurant === restaurant && order.menuVersion === menuVersion; // a version never changes
    [menu, unserved] = await Promise.all([isSame ? menu : fetchMenu(order), fetchUnserved(order)]);
    draw();
  };
  const draw = () => {
    const sections = menu ? searchMenu(menu, search.value) : [];
    const count = sections.reduce((sum, { items }) => sum + items.length, 0);
    found.textContent = menu && menu.currency !== order.currency ? translate('dishMenu.otherCurrency', { currency: menu.currency })
      : search.value.trim() === '' && menu ? '' : translate('dishMenu.found', { count });
    const canChoose = Boolean(menu) && canPick(outing, order) && menu.currency === order.currency;
    redraw(body, sections.map((section) => renderSection({ outing, order, menu, attendees, needs, unserved, canChoose, refresh }, section)),
      menu?.attribution ? createElement('p', { class: 'fine-print', dir: 'auto' }, menu.attribution) : null);
  };
  draw();
  return {
    title: translate('dishMenu.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'detail-header' },
        createButtonLink('', `/outings/${id}`, { variant: 'round', icon: 'back', label: translate('people.back') }),
        createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, order.place), createElement('h1', {}, translate('dishMenu.title')))),
      createElement('div', { class: 'field', role: 'search' }, createElement('label', { for: 'menu-search' }, translate('dishMenu.search')), search, found),
      body),
    concerns: (happening) => happening.outing === id,
    refresh,
  };
}

async function fetchMenu({ restaurant, menuVersion }, options) {
  return menuVersion ? (await get(`/v1/restaurants/${restaurant}/menu/versions/${menuVersion}`, options)).menu : null;
}

/** Fetches the keys of the items that are not served when the food is due; empty if that is not known without a network. */
async function fetchUnserved({ restaurant, menuVersion, dueAt, timeZone }, options) {
  if (!menuVersion || !dueAt) return new Set();
  try {
    const query = new URLSearchParams({ at: dueAt, timeZone });
    return new Set((await get(`/v1/restaurants/${restaurant}/menu/availability?${query}`, options)).unserved);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return new Set();
  }
}

function renderSection(context, section) {
  return createElement('section', { class: 'section', 'aria-labelledby': `menu-section-${section.key}` },
    createElement('h2', { id: `menu-section-${section.key}`, dir: 'auto' }, getName(section)),
    section.description ? createElement('p', { class: 'secondary', dir: 'auto' }, section.description) : null,
    createElement('ul', { class: 'group menu-items' }, section.items.map((item) => createElement('li', {}, renderItem(context, item)))));
}

function renderItem(context, item) {
  const { order, menu, needs, unserved, canChoose } = context;
  const isServed = !unserved.has(item.key);
  const { amount, hasOthers } = getStartingPrice(menu, item, order.fulfilment);
  const price = formatAmount(amount, menu.currency);
  const chosen = getOwnLines(order).filter(({ pick }) => pick?.item === item.key).reduce((sum, { quantity }) => sum + quantity, 0);
  const content = [
    createElement('span', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, getName(item)), renderMenuFacts(item), renderDishFit(menu, item, needs),
      isServed ? null : createElement('b', { class: 'fine-print' }, translate('dishMenu.unserved')),
      chosen > 0 ? createElement('b', { class: 'fine-print' }, translate('dishMenu.onOrder', { count: chosen })) : null),
    createElement('span', { class: 'order-price' }, hasOthers ? translate('dishMenu.from', { amount: price }) : price),
  ];
  if (!canChoose || !isServed) return createElement('div', { class: 'menu-item' }, content);
  return createElement('button', { type: 'button', class: 'menu-item', 'data-key': `item-${item.key}`, on: { click: () => openOptionSheet(context, item) } }, content);
}

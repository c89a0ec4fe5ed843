/** The menu of the order's restaurant, from which people choose their dishes. */
import { get, getAll, Problem, read } from '../api.js';
import { fetchNeeds } from '../diet-match.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getName, getStartingPrice, searchMenu } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { canPick, getOrderPath, getOwnLines } from '../order-model.js';
import { createDetailHeader } from '../parts/controls.js';
import { renderDishFit } from '../parts/dish-fit.js';
import { renderMenuFacts } from '../parts/menu-facts.js';
import { openOptionSheet } from '../parts/option-sheet.js';

export default async function loadOrderMenuScreen({ parameters: { id }, signal }) {
  const fetchOrderContext = (options) => Promise.all([read(`/v1/outings/${id}`, options), get(getOrderPath(id), options), getAll(`/v1/outings/${id}/attendees`, options)]);
  const [context, needs] = await Promise.all([fetchOrderContext({ signal }), fetchNeeds({ signal })]);
  let [{ body: outing }, order, attendees] = context;
  let [menu, availability] = await Promise.all([fetchMenu(order, { signal }), fetchAvailability(order, { signal })]);
  const found = createElement('p', { class: 'secondary', role: 'status' });
  const body = createElement('div', { class: 'section-stack' });
  const search = createElement('input', { class: 'input', id: 'menu-search', type: 'search', autocomplete: 'off', enterkeyhint: 'search', on: { input: () => draw() } });
  const refresh = async () => {
    const { restaurant, menuVersion } = order;
    [{ body: outing }, order, attendees] = await fetchOrderContext();
    const isSame = order.restaurant === restaurant && order.menuVersion === menuVersion; // a version never changes
    // What was read a moment ago may be why the server has just refused a dish.
    [menu, availability] = await Promise.all([isSame ? menu : fetchMenu(order), fetchAvailability(order, { isFresh: true })]);
    draw();
  };
  const draw = () => {
    const sections = menu ? searchMenu(menu, search.value) : [];
    const count = sections.reduce((sum, { items }) => sum + items.length, 0);
    found.textContent = menu && menu.currency !== order.currency ? translate('dishMenu.otherCurrency', { currency: menu.currency })
      : search.value.trim() === '' && menu ? '' : translate('dishMenu.found', { count });
    const canChoose = Boolean(menu) && canPick(outing, order) && menu.currency === order.currency;
    redraw(body, sections.map((section) => renderSection({ outing, order, menu, attendees, needs, ...availability, canChoose, refresh }, section)),
      menu?.attribution ? createElement('p', { class: 'fine-print', dir: 'auto' }, menu.attribution) : null);
  };
  draw();
  return {
    title: translate('dishMenu.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createDetailHeader(`/outings/${id}`, translate('people.back'), translate('dishMenu.title'), { eyebrow: order.place }),
      createElement('div', { class: 'field', role: 'search' }, createElement('label', { for: 'menu-search' }, translate('dishMenu.search')), search, found),
      body),
    concerns: (happening) => happening.outing === id,
    refresh,
  };
}

async function fetchMenu({ restaurant, menuVersion }, options) {
  return menuVersion ? (await get(`/v1/restaurants/${restaurant}/menu/versions/${menuVersion}`, options)).menu : null;
}

/**
 * Fetches what cannot be ordered when the food is due: `unserved` has the keys of items that are not served then or are sold out, `left` how many are
 * left of those that the place counts. Both are empty if that is not known without a network.
 */
async function fetchAvailability({ restaurant, menuVersion, dueAt, closesAt, timeZone }, options) {
  const none = { unserved: new Set(), left: new Map() };
  const at = dueAt ?? closesAt;
  if (!menuVersion || !at) return none;
  try {
    const query = new URLSearchParams({ at, timeZone });
    const { unserved, left } = await get(`/v1/restaurants/${restaurant}/menu/availability?${query}`, options);
    const soldOut = left.filter((portions) => portions.left === 0).map(({ item }) => item);
    return { unserved: new Set([...(dueAt ? unserved : []), ...soldOut]), left: new Map(left.map((portions) => [portions.item, portions.left])) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return none;
  }
}

function renderSection(context, section) {
  return createElement('section', { class: 'section', 'aria-labelledby': `menu-section-${section.key}` },
    createElement('h2', { id: `menu-section-${section.key}`, dir: 'auto' }, getName(section)),
    section.description ? createElement('p', { class: 'secondary', dir: 'auto' }, section.description) : null,
    createElement('ul', { class: 'group menu-items' }, section.items.map((item) => createElement('li', {}, renderItem(context, item)))));
}

/** Renders that a dish cannot be ordered, or how many are left; null if nothing limits it. */
function describeAvailability(isServed, left) {
  const text = left === 0 ? translate('dishMenu.soldOut') : !isServed ? translate('dishMenu.unserved') : left === undefined ? null : translate('dishMenu.left', { count: left });
  return text ? createElement('b', { class: 'fine-print' }, text) : null;
}

function renderItem(context, item) {
  const { order, menu, needs, unserved, left, canChoose } = context;
  const isServed = !unserved.has(item.key);
  const { amount, hasOthers } = getStartingPrice(menu, item, order.fulfilment);
  const price = formatAmount(amount, menu.currency);
  const chosen = getOwnLines(order).filter(({ pick }) => pick?.item === item.key).reduce((sum, { quantity }) => sum + quantity, 0);
  const content = [
    createElement('span', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, getName(item)), renderMenuFacts(item), renderDishFit(menu, item, needs),
      describeAvailability(isServed, left.get(item.key)),
      chosen > 0 ? createElement('b', { class: 'fine-print' }, translate('dishMenu.onOrder', { count: chosen })) : null),
    createElement('span', { class: 'order-price' }, hasOthers ? translate('dishMenu.from', { amount: price }) : price),
  ];
  if (!canChoose || !isServed) return createElement('div', { class: 'menu-item' }, content);
  return createElement('button', { type: 'button', class: 'menu-item', 'data-key': `item-${item.key}`, on: { click: () => openOptionSheet(context, item) } }, content);
}

/** What the person ordered, newest first: the state of each order, their dishes, and what these cost. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTime, localTimeZone } from '../time.js';
import { renderHistoryList } from '../parts/history-list.js';
import { createOrderStatePill } from '../parts/order-panel.js';
import { createRefreshButton } from '../parts/refresh-button.js';

const PATH = '/v1/me/orders';

export default async function loadOwnOrdersScreen({ signal }) {
  const body = createElement('div', { class: 'section-stack' });
  const draw = (page) => redraw(body, page.items.length === 0 ? renderEmpty() : renderHistoryList(PATH, page, renderOrder));
  draw(await get(PATH, { signal }));
  return {
    title: translate('ownOrders.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'screen-header' }, createElement('h1', {}, translate('ownOrders.title')), createRefreshButton()), body),
    refresh: async () => draw(await get(PATH)),
  };
}

function renderOrder({ id, outing, place, createdAt, state, dishes, totalMinor, currency }) {
  const isUnpriced = dishes.some(({ unitMinor }) => unitMinor === null);
  return createElement('li', {}, createElement('a', { class: 'update', href: `/outings/${outing}`, 'data-key': `order-${id}` },
    createElement('span', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, place),
      dishes.map((dish) => createElement('span', { class: 'secondary' }, describeDish(dish))),
      createElement('span', { class: 'fine-print' }, formatDateTime(createdAt, getCurrentPerson().timeZone ?? localTimeZone))),
    createElement('span', { class: 'order-outcome' },
      createOrderStatePill(state),
      createElement('bdi', {}, isUnpriced && totalMinor === 0 ? translate('order.noPrice') : formatAmount(totalMinor, currency)))));
}

function describeDish({ name, options, quantity, visitor }) {
  return [translate('order.dishes', { count: quantity, name }), options, visitor ? translate('order.for', { name: visitor }) : null].filter(Boolean)
    .map((part, index) => [index > 0 ? ' · ' : null, createElement('bdi', {}, part)]);
}

function renderEmpty() {
  return createElement('section', { class: 'empty' },
    createElement('div', { class: 'center' },
      createElement('h2', {}, translate('ownOrders.emptyTitle')), createElement('p', { class: 'secondary' }, translate('ownOrders.emptyText'))),
    createElement('a', { class: 'button', href: '/' }, translate('notFound.action')));
}

/** The receipt of an order: what each person ordered, to print or to store as a table. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getOrderPath } from '../order-model.js';
import { formatDateTime, localTimeZone } from '../time.js';
import { createButton, createDetailHeader } from '../parts/controls.js';
import { loadStyleSheet } from '../parts/style-sheet.js';

export default async function loadOrderReceiptScreen({ parameters: { id }, signal }) {
  const path = `${getOrderPath(id)}/receipt`;
  const body = createElement('div', { class: 'order-sheet', 'data-paper': 'a4' });
  const draw = async (options) => {
    const [receipt, order] = await Promise.all([get(path, options), get(getOrderPath(id), options)]);
    redraw(body, renderReceipt(receipt, order));
  };
  await Promise.all([draw({ signal }), loadStyleSheet('/assets/order-sheet.css').catch(() => {})]);
  return {
    title: translate('receipt.title'),
    content: createElement('div', { class: 'section-stack narrow' },
      createDetailHeader(`/outings/${id}`, translate('people.back'), translate('receipt.title')),
      createElement('p', { class: 'actions' },
        createButton(translate('receipt.print'), () => window.print(), { key: 'print' }),
        createElement('a', { class: 'button plain', href: `${path}?format=csv`, download: true, 'data-key': 'csv' }, translate('receipt.csv'))),
      body),
    concerns: (happening) => happening.outing === id,
    refresh: () => draw(),
  };
}

function renderReceipt(receipt, { timeZone, portions }) {
  const { place, dueAt, people, totalMinor, unpriced, currency } = receipt;
  return [
    createElement('header', {}, createElement('h2', { dir: 'auto' }, place),
      dueAt ? createElement('p', {}, formatDateTime(dueAt, timeZone ?? localTimeZone)) : null,
      createElement('p', { class: 'secondary' }, translate('receipt.ours'))),
    people.length === 0 ? createElement('p', { class: 'secondary' }, translate(portions > 0 ? 'receipt.notYours' : 'receipt.empty')) : null,
    people.map((one) => renderPerson(one, receipt, people.length > 1)),
    createElement('footer', {},
      createElement('p', {}, createElement('strong', {}, translate('receipt.total', { amount: formatAmount(totalMinor, currency) }))),
      unpriced > 0 ? createElement('p', { class: 'secondary' }, translate('receipt.unpriced', { count: unpriced })) : null),
  ];
}

/** @param {boolean} isTotaled whether the person's dishes have a total of their own: the only person's total is the receipt's */
function renderPerson({ person, dishes, totalMinor, aboveLimitMinor }, { currency, limitPerHeadMinor }, isTotaled) {
  const write = (minor) => formatAmount(minor, currency);
  return createElement('section', {},
    createElement('h3', { dir: 'auto' }, person.name),
    createElement('ul', {}, dishes.map((dish) => createElement('li', {},
      createElement('span', { class: 'sheet-dish' }, createElement('b', {}, `${dish.quantity} ×`), ' ', createElement('bdi', {}, dish.name), dish.options ? [', ', createElement('bdi', {}, dish.options)] : null),
      createElement('span', { class: 'order-price' }, dish.amountMinor === null ? translate('order.noPrice') : write(dish.amountMinor)),
      createElement('div', { class: 'sheet-notes' },
        dish.visitor ? createElement('p', { class: 'secondary' }, translate('order.for', { name: dish.visitor })) : null,
        dish.sharers > 1 ? createElement('p', { class: 'secondary' }, translate('receipt.shared', { count: dish.sharers })) : null)))),
    isTotaled ? createElement('p', {}, createElement('strong', {}, translate('receipt.total', { amount: write(totalMinor) }))) : null,
    aboveLimitMinor > 0 ? createElement('p', { class: 'error' }, translate('receipt.above', { amount: write(aboveLimitMinor), limit: write(limitPerHeadMinor) })) : null);
}

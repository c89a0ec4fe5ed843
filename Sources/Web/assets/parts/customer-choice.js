/** A field for a customer of a venue, which searches while a name is typed. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { createField } from './form.js';
import { createFactLine } from './labels.js';
import { createSearch } from './typed-search.js';

const SHOWN = 5;

/**
 * Creates the field.
 *
 * @param {string} path the API path of the venue
 * @param {string} label
 * @param {string | null} except the id of a customer who cannot be chosen
 * @returns {{ node: Node, getChosen: () => any }} `getChosen` returns the customer, or null
 */
export function createCustomerChoice(path, label, except = null) {
  let chosen = null;
  const results = createElement('div', { role: 'status' });
  const field = createField({ name: 'customer', label, type: 'search', autocomplete: 'off', maxlength: 200 });
  const input = field.querySelector('input');
  const search = createSearch(results, async (signal) => {
    const typed = input.value.trim();
    const { items } = typed ? await get(`${path}/customers?${new URLSearchParams({ q: typed, limit: SHOWN + 1 })}`, { signal }) : { items: [] };
    const found = items.filter(({ id }) => id !== except).slice(0, SHOWN);
    redraw(results, found.length > 0 ? createElement('ul', { class: 'group' }, found.map(renderFound)) : typed ? createElement('p', { class: 'secondary' }, translate('customers.noneFound')) : null);
  });
  input.addEventListener('input', search.soon);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // the form around is not complete yet
    search.now();
  });
  const node = createElement('div', { class: 'form' });
  const draw = () => redraw(node, chosen ? renderChosen() : [field, results]);
  const choose = (customer) => {
    chosen = customer;
    input.value = '';
    redraw(results);
    draw();
    node.querySelector('button, input').focus();
  };
  const renderFound = (customer) => createElement('li', { class: 'venue-row' },
    createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, customer.name), createFactLine([customer.phone, customer.email])),
    createButton(translate('customers.choose'), () => choose(customer), { variant: 'plain', key: `choose-${customer.id}`, label: translate('customers.chooseName', { name: customer.name }) }));
  const renderChosen = () => createElement('div', { class: 'venue-row' },
    createElement('span', { class: 'row-body' }, translate('sales.for', { name: chosen.name })),
    createButton('', () => choose(null), { variant: 'round', icon: 'cross', key: 'no-customer', label: translate('sales.remove', { name: chosen.name }) }));
  draw();
  return { node, getChosen: () => chosen };
}

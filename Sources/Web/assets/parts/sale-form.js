/** A sale that the people of a venue enter: dishes of the menu, of which only the quantity is typed, or others with a price, and a customer or none. */
import { post } from '../api.js';
import { createElement, redraw, rememberFocus } from '../dom.js';
import { translate } from '../localization.js';
import { getName, getPrice, listItems } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { refreshScreen } from '../page.js';
import { createButton } from './controls.js';
import { createCustomerChoice } from './customer-choice.js';
import { clearErrors, createField, createForm, createOptions, readValues, showFieldError } from './form.js';
import { showToast } from './toast.js';

const TYPED = '-';
const MOST = 999;
const FULFILMENTS = ['dine_in', 'pick_up', 'delivery'];

/** @param {() => void} onSaved called before the screen is refreshed */
export function renderSaleForm(path, menu, currency, onSaved) {
  const choices = menu ? listChoices(menu) : [];
  const lines = [];
  const list = createElement('ul', { class: 'group' });
  const createDishOptions = (fulfilment, value) =>
    createOptions([...choices.map((choice, at) => [String(at), describeChoice(menu, choice, fulfilment)]), [TYPED, translate('sales.typed')]], value);
  const chosen = createField({ name: 'dish', label: translate('sales.dish'), control: 'select', options: createDishOptions(FULFILMENTS[0], choices.length > 0 ? '0' : TYPED) });
  const fulfilment = menu ? createField({
    name: 'fulfilment', label: translate('sales.fulfilment'), control: 'select', options: createOptions(FULFILMENTS.map((how) => [how, translate(`order.how.${how}`)]), FULFILMENTS[0]),
    on: { change: ({ target }) => redraw(chosen.querySelector('select'), createDishOptions(target.value, chosen.querySelector('select').value)) },
  }) : null;
  const typed = createElement('div', { class: 'form' },
    createField({ name: 'name', label: translate('sales.name'), maxlength: 200, autocomplete: 'off' }),
    createField({ name: 'price', label: translate('sales.price', { currency }), inputmode: 'decimal', autocomplete: 'off' }),
    createField({ name: 'taxPercent', label: translate('sales.taxPercent'), inputmode: 'decimal', maxlength: 10, autocomplete: 'off' }));
  const showTyped = () => { typed.hidden = chosen.querySelector('select').value !== TYPED; };
  chosen.addEventListener('change', showTyped);
  showTyped();
  const remove = (at) => {
    const restoreFocus = rememberFocus();
    lines.splice(at, 1);
    drawLines();
    restoreFocus();
  };
  const drawLines = () => {
    list.hidden = lines.length === 0;
    redraw(list, lines.map((line, at) => createElement('li', { class: 'venue-row' },
      createElement('span', { class: 'row-body' }, translate('sales.line', { count: line.body.quantity, name: line.label })),
      createButton(translate('sales.remove', { name: line.label }), () => remove(at), { variant: 'round', icon: 'cross', label: translate('sales.remove', { name: line.label }), key: `line-${at}` }))));
  };
  drawLines();
  const customer = createCustomerChoice(path, translate('customers.optional'));
  const form = createForm({ class: 'form', label: translate('sales.enter'), send: async (values, node) => {
    const isTyping = values.dish === TYPED && (values.name || values.price);
    if (isTyping && !add(node, choices, lines)) return false;
    if (isTyping) drawLines();
    return save(path, lines, customer.getChosen(), values, currency, node, onSaved);
  } },
    fulfilment, chosen, typed,
    createField({ name: 'quantity', label: translate('sales.quantity'), type: 'number', min: 1, max: MOST, step: 1, value: '1', required: true }),
    createElement('p', {}, createButton(translate('sales.add'), () => add(form, choices, lines) && drawLines(), { icon: 'plus', key: 'add' })),
    list,
    customer.node,
    createField({ name: 'tip', label: translate('sales.tipField', { currency }), inputmode: 'decimal', autocomplete: 'off' }),
    createElement('div', { class: 'actions' }, createElement('button', { class: 'button primary', type: 'submit' }, translate('sales.save'))));
  return createElement('section', { class: 'section', 'aria-labelledby': 'enter-sale' },
    createElement('h2', { id: 'enter-sale' }, translate('sales.enter')), createElement('p', { class: 'secondary' }, translate('sales.enterText')), form);
}

/** The dishes and sizes that need no other choice. */
function listChoices(menu) {
  return listItems(menu).filter((item) => item.kind !== 'combo' && !needsChoice(menu, item)).flatMap((item) => (item.variants ?? [null]).map((variant) => ({
    priced: variant ?? item,
    name: [getName(item), variant ? getName(variant) : null].filter(Boolean).join(', '),
    pick: { item: item.key, ...(variant ? { variant: variant.key } : {}) },
  })));
}

/** The price may depend on how the guest gets the dish. */
const describeChoice = (menu, { name, priced }, fulfilment) => `${name} · ${formatAmount(getPrice(priced, fulfilment), menu.currency)}`;

const needsChoice = (menu, item) => (item.optionGroups ?? []).some((key) => menu.optionGroups?.find((group) => group.key === key)?.least > 0);

/** Adds the dish that is chosen. Returns whether it was complete. */
function add(form, choices, lines) {
  const { dish, name, price, taxPercent, quantity } = readValues(form);
  const count = Number(quantity);
  clearErrors(form);
  if (!Number.isInteger(count) || count < 1 || count > MOST) return !showFieldError(form, 'quantity', count < 1 ? translate('form.least', { min: 1 }) : translate('form.most', { max: MOST }));
  if (dish !== TYPED) {
    lines.push({ label: choices[dish].name, body: { pick: choices[dish].pick, quantity: count } });
    return true;
  }
  const missing = name === '' ? 'name' : price === '' ? 'price' : null;
  if (missing) return !showFieldError(form, missing, translate('form.missing'));
  lines.push({ label: name, body: { name, price, quantity: count, ...(taxPercent ? { taxPercent } : {}) } });
  for (const field of ['name', 'price', 'taxPercent']) form.elements[field].value = '';
  return true;
}

async function save(path, lines, customer, { tip, fulfilment }, currency, node, onSaved) {
  if (lines.length === 0) {
    showFieldError(node, 'dish', translate('sales.empty'));
    return false;
  }
  const { totalMinor } = await post(`${path}/sales`, { lines: lines.map(({ body }) => body), currency, ...(fulfilment ? { fulfilment } : {}), ...(tip ? { tip } : {}), ...(customer ? { customerId: customer.id } : {}) });
  showToast(translate('sales.saved', { amount: formatAmount(totalMinor, currency) }));
  onSaved();
  await refreshScreen();
  return true;
}

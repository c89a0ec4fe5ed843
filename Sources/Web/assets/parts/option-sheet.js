/** The dialog in which a person chooses the size, options and number of a dish of the menu. */
import { post } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getName, getPickPrice, getPrice, isChoice, listGroups, listItems } from '../menu-model.js';
import { formatAmount, formatAmountForField } from '../money.js';
import { getOrderPath } from '../order-model.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { describeChoice, describeRange, nameChoice, nameOption, renderMenuFacts } from './menu-facts.js';
import { showToast } from './toast.js';

const MAX_QUANTITY = 99; // the server's limit

/**
 * Opens the dialog.
 *
 * @param {any} outing
 * @param {any} order
 * @param {any} menu
 * @param {any} item
 * @param {() => Promise<any>} onOrdered
 */
export function openOptionSheet(outing, order, menu, item, onOrdered) {
  const total = createElement('p', { class: 'option-total', role: 'status' });
  const choices = createElement('div', { class: 'form' }, createChoices(menu, item, order));
  const quantity = createStepper('quantity', translate('order.quantity'), 1, MAX_QUANTITY, 1);
  /** The price that the server said last; undefined until it has said another one than the menu here. */
  let said;
  const priceOf = (form) => getPickPrice(menu, readPick(form, menu, item), order.fulfilment);
  const draw = (form) => {
    const count = Number(form.elements.namedItem('quantity').value) || 1;
    total.textContent = formatAmount((said ?? priceOf(form)) * count, order.currency);
  };
  openFormDialog({
    title: getName(item),
    fields: [
      createElement('div', { class: 'row-body' }, renderMenuFacts(item)), choices,
      createField({ name: 'note', label: translate('order.note'), maxlength: 500, autocomplete: 'off' }),
      quantity, total,
    ],
    yes: translate('order.addYes'),
    act: async (values, form) => {
      const pick = readPick(form, menu, item);
      const body = { pick, expectedPrice: formatAmountForField(said ?? priceOf(form), order.currency), quantity: Number(values.quantity) };
      try {
        await post(`${getOrderPath(outing.id)}/lines`, values.note ? { ...body, note: values.note } : body);
      } catch (error) {
        // The problem shows both prices. A person who adds the dish again agrees to the new one.
        if (error.code === 'price_moved') said = error.unitMinor;
        draw(form);
        throw error;
      }
      showToast(translate('order.added', { name: getName(item) }));
      await onOrdered();
    },
  });
  const form = total.closest('form');
  form.addEventListener('input', ({ target }) => {
    if (target.name !== 'quantity' && target.name !== 'note') said = undefined;
    draw(form);
  });
  form.addEventListener('change', ({ target }) => {
    if (target.dataset?.slot) drawSlotOptions(target, menu, item, order);
    draw(form);
  });
  draw(form);
}

function createChoices(menu, item, order) {
  return [
    item.variants ? createGroup(translate('dishMenu.size'), null, item.variants.map((variant, at) =>
      createChoice('radio', 'variant', variant.key, getName(variant), getPrice(variant, order.fulfilment), order, at === 0))) : null,
    listGroups(menu, item).map((group) => createOptionGroup(group, 'option', order)),
    (item.slots ?? []).map((slot) => createSlot(menu, slot, order)),
  ];
}

function createOptionGroup(group, prefix, order) {
  const { least, most, mostOfEach } = group;
  const name = `${prefix}-${group.key}`;
  const isSingle = most === 1 && least === 1;
  const options = group.options.map((option) => {
    const price = getPrice(option, order.fulfilment);
    const text = nameOption(option);
    if (isSingle) return createChoice('radio', name, option.key, text, price, order, option.preselected, true);
    if (mostOfEach === 1) return createChoice('checkbox', name, option.key, text, price, order, option.preselected, true);
    return createStepper(`${name}/${option.key}`, describeChoice(text, price, order, true), 0, mostOfEach, option.preselected ? 1 : 0);
  });
  return createGroup(getName(group), describeRange(least, most), options);
}

/** Creates the selects of a slot. What is chosen may have options of its own, which stand below it. */
function createSlot(menu, slot, order) {
  const pairs = slot.choices.map((choice, at) => [String(at), describeChoice(nameChoice(menu, choice), choice.surchargeMinor, order, true)]);
  const selects = Array.from({ length: Math.max(slot.least, slot.most) }, (_, at) => {
    const isNeeded = at < slot.least;
    const name = `slot-${slot.key}-${at}`;
    const field = createField({ name, label: at === 0 ? getName(slot) : `${getName(slot)} ${at + 1}`, control: 'select', 'data-slot': slot.key,
      options: createOptions(isNeeded ? pairs : [['', translate('dishMenu.nothing')], ...pairs], isNeeded ? '0' : '') });
    const options = createElement('div', { class: 'form', 'data-options-of': name });
    const select = field.querySelector('select');
    redraw(options, createSlotOptions(menu, slot, select, order));
    return [field, options];
  });
  return createElement('div', { class: 'form' }, selects);
}

function createSlotOptions(menu, slot, select, order) {
  const choice = select.value === '' ? null : slot.choices[Number(select.value)];
  const item = choice && listItems(menu).find(({ key }) => key === choice.item);
  return item ? listGroups(menu, item).map((group) => createOptionGroup(group, select.name, order)) : [];
}

function drawSlotOptions(select, menu, item, order) {
  const slot = item.slots.find(({ key }) => key === select.dataset.slot);
  const place = select.form.querySelector(`[data-options-of="${CSS.escape(select.name)}"]`);
  redraw(place, createSlotOptions(menu, slot, select, order));
}

/** Returns what the form chooses, by the keys of the menu. */
function readPick(form, menu, item) {
  const data = new FormData(form);
  const pick = { item: item.key, options: readOptions(data, 'option', listGroups(menu, item)) };
  if (item.variants) pick.variant = data.get('variant');
  if (!item.slots) return pick;
  pick.parts = item.slots.flatMap((slot) => Array.from({ length: Math.max(slot.least, slot.most) }, (_, at) => `slot-${slot.key}-${at}`)
    .filter((name) => data.get(name))
    .map((name) => {
      const { item: key, variant } = slot.choices[Number(data.get(name))];
      const chosen = listItems(menu).find((one) => one.key === key && slot.choices.some((choice) => isChoice(choice, { item: key, variant })));
      return { slot: slot.key, item: key, ...(variant ? { variant } : {}), options: readOptions(data, name, chosen ? listGroups(menu, chosen) : []) };
    }));
  return pick;
}

function readOptions(data, prefix, groups) {
  return groups.flatMap(({ key: group, options }) => {
    const chosen = data.getAll(`${prefix}-${group}`);
    return options.map(({ key: option }) => ({ group, option, count: chosen.includes(option) ? 1 : Number(data.get(`${prefix}-${group}/${option}`) ?? 0) }))
      .filter(({ count }) => count > 0);
  });
}

function createGroup(title, hint, controls) {
  return createElement('fieldset', { class: 'option-group' }, createElement('legend', { class: 'label' }, title, hint ? createElement('span', { class: 'secondary' }, ` · ${hint}`) : null), controls);
}

function createChoice(type, name, value, text, price, order, checked, isAddition = false) {
  return createElement('label', { class: 'option' }, createElement('input', { type, name, value, checked }),
    createElement('span', { dir: 'auto' }, describeChoice(text, price, order, isAddition)));
}

/** Creates a number field with buttons for one fewer and one more. */
function createStepper(name, label, least, most, value) {
  const field = createField({ name, label, type: 'number', inputmode: 'numeric', min: least, max: most, required: true, value: String(value) });
  const input = field.querySelector('input');
  const step = (by) => () => {
    const next = Math.min(most, Math.max(least, (Number(input.value) || 0) + by));
    input.value = String(next);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const button = (way, icon, by) => createElement('button', { type: 'button', 'aria-label': `${translate(`answer.${way}`)}: ${label}`, on: { click: step(by) } }, createIcon(icon));
  const box = createElement('div', { class: 'stepper' });
  input.replaceWith(box);
  box.append(button('fewer', 'minus', -1), input, button('more', 'plus', 1));
  return field;
}

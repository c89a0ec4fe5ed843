/** The dialog in which a person chooses the size, options and number of a dish of the menu. */
import { Problem } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getName, getPickPrice, getPrice, listGroups, listItems } from '../menu-model.js';
import { formatAmount, formatAmountForField } from '../money.js';
import { runsOrder } from '../order-model.js';
import { getViewer } from '../session.js';
import { openFormDialog } from './dialog.js';
import { describeNeeds, renderDishFit } from './dish-fit.js';
import { createField, createOptions, showFieldError } from './form.js';
import { describeChoice, describeRange, nameChoice, nameOption, renderMenuFacts, renderParts } from './menu-facts.js';
import { addOnce, createMoreFields, createNewEaterField, listSharers, readSharers, sayAdded, toBody } from './order-line-form.js';

const MAX_QUANTITY = 99; // the server's limit
const MAX_PER_PERSON = 5; // the server's limit, unless the restaurant has its own; it does not hold for those who run the order

/**
 * Opens the dialog.
 *
 * @param {{ outing: any, order: any, menu: any, attendees: any[], needs: any, refresh: () => Promise<any> }} context `needs` are the viewer's
 *   diets and allergies, or null; `unserved` are the keys of items that are not served when the food is due, or are sold out; `refresh` runs after the order or the menu has changed
 * @param {any} item
 */
export function openOptionSheet({ outing, order, menu, attendees, needs, unserved, refresh }, item) {
  const fit = createElement('div', { role: needs ? 'status' : null });
  const total = createElement('p', { class: 'option-total', role: 'status' });
  const choices = createElement('div', { class: 'form' }, createChoices(menu, item, order, unserved));
  const quantity = createStepper('quantity', translate('order.quantity'), 1, item.mostPerPerson ?? (runsOrder(outing, order) ? MAX_QUANTITY : MAX_PER_PERSON), 1);
  /** The price that the server said last; undefined until it has said another one than the menu here. */
  let quotedPrice;
  const priceOf = (form) => getPickPrice(menu, readPick(form, menu, item), order.fulfilment);
  const draw = (form) => {
    const count = Number(form.elements.namedItem('quantity').value) || 1;
    total.textContent = formatAmount((quotedPrice ?? priceOf(form)) * count, order.currency);
    redraw(fit, renderDishFit(menu, item, needs, readPick(form, menu, item)));
  };
  openFormDialog({
    title: getName(item),
    fields: [
      createElement('div', { class: 'row-body' }, renderMenuFacts(item)), fit, choices,
      needs ? createElement('label', { class: 'choice' }, createElement('input', { type: 'checkbox', name: 'tellsNeeds' }),
        createElement('span', {}, translate('dishFit.tell', { list: describeNeeds(needs) }))) : null,
      createNewEaterField(outing, order, attendees),
      createMoreFields(listSharers(attendees, getViewer()?.id), {}),
      quantity, total,
    ],
    yes: translate('order.addYes'),
    act: async (values, form) => {
      if (!checkCounts(form, menu, item)) return false;
      const pick = readPick(form, menu, item);
      const tellsKitchen = [values.tellsNeeds ? describeNeeds(needs) : '', values.tellsKitchen].filter(Boolean).join('; ');
      const { note, forName, personId, quantity: count } = values;
      const details = toBody({ note, tellsKitchen, forName, quantity: count, sharedWith: readSharers(values) }, personId || getViewer()?.id, personId);
      const body = { ...details, pick, expectedPrice: formatAmountForField(quotedPrice ?? priceOf(form), order.currency) };
      let added;
      try {
        added = await addOnce(outing, order, getName(item), body);
      } catch (error) {
        // The problem shows both prices. Adding the dish again accepts the new price.
        if (error.code === 'price_moved') {
          quotedPrice = error.unitMinor;
        }
        if (['price_moved', 'sold_out', 'item_off'].includes(error.code)) refreshQuietly(refresh);
        draw(form);
        throw error;
      }
      sayAdded(outing, getName(item), body.quantity, added);
      await refreshQuietly(refresh);
      return true;
    },
  });
  const form = total.closest('form');
  form.addEventListener('input', ({ target }) => {
    if (/^(variant$|option-|slot-)/.test(target.name)) quotedPrice = undefined;
    draw(form);
  });
  form.addEventListener('change', ({ target }) => {
    if (target.dataset?.slot) drawSlotOptions(target, menu, item, order);
    draw(form);
  });
  draw(form);
}

function createChoices(menu, item, order, unserved) {
  return [
    item.variants ? createGroup(translate('dishMenu.size'), null, item.variants.map((variant, at) =>
      createChoice('radio', 'variant', variant.key, getName(variant), getPrice(variant, order.fulfilment), order, at === 0))) : null,
    listGroups(menu, item).map((group) => createOptionGroup(group, 'option', order)),
    (item.slots ?? []).map((slot) => createSlot(menu, slot, order, unserved)),
  ];
}

function createOptionGroup(group, prefix, order) {
  const { least, most, mostOfEach } = group;
  const name = `${prefix}-${group.key}`;
  const isSingle = most === 1;
  const isNone = !group.options.some(({ preselected }) => preselected);
  const none = isSingle && least === 0 ? createChoice('radio', name, '', translate('dishMenu.nothing'), 0, order, isNone, true) : null;
  const options = group.options.map((option) => {
    const price = getPrice(option, order.fulfilment);
    const text = nameOption(option);
    if (isSingle) return createChoice('radio', name, option.key, text, price, order, option.preselected, true, least === 1);
    if (mostOfEach === 1) return createChoice('checkbox', name, option.key, text, price, order, option.preselected, true);
    return createStepper(`${name}/${option.key}`, describeChoice(text, price, order, true), 0, Math.min(mostOfEach, most ?? mostOfEach), option.preselected ? 1 : 0);
  });
  return createGroup(getName(group), describeRange(least, most), [none, ...options], name);
}

/** Creates the selects of a slot. What is chosen may have options of its own, which stand below it. */
function createSlot(menu, slot, order, unserved) {
  const pairs = slot.choices.map((choice, at) => [String(at), describeChoice(nameChoice(menu, choice), choice.surchargeMinor, order, true)]).filter((_, at) => !unserved.has(slot.choices[at].item));
  const selects = Array.from({ length: Math.max(slot.least, slot.most) }, (_, at) => {
    const isNeeded = at < slot.least;
    const name = `slot-${slot.key}-${at}`;
    const field = createField({ name, label: at === 0 ? getName(slot) : `${getName(slot)} ${at + 1}`, control: 'select', 'data-slot': slot.key,
      options: createOptions(isNeeded ? pairs : [['', translate('dishMenu.nothing')], ...pairs], isNeeded ? pairs[0]?.[0] : '') });
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
  pick.parts = listChosenParts(data, menu, item).map(({ name, slot, choice: { item: key, variant }, chosen }) =>
    ({ slot: slot.key, item: key, ...(variant ? { variant } : {}), options: readOptions(data, name, listGroups(menu, chosen)) }));
  return pick;
}

/** Returns what the selects of the slots choose, with the names of the selects. */
function listChosenParts(data, menu, item) {
  return (item.slots ?? []).flatMap((slot) => Array.from({ length: Math.max(slot.least, slot.most) }, (_, at) => `slot-${slot.key}-${at}`)
    .filter((name) => data.get(name))
    .map((name) => {
      const choice = slot.choices[Number(data.get(name))];
      return { name, slot, choice, chosen: listItems(menu).find(({ key }) => key === choice.item) };
    }));
}

/** Checks how many options of each group are chosen, and shows what is wrong at the first group. */
function checkCounts(form, menu, item) {
  const data = new FormData(form);
  const parts = listChosenParts(data, menu, item).map(({ name, chosen }) => [name, chosen]);
  for (const [prefix, one] of [['option', item], ...parts]) {
    for (const group of listGroups(menu, one)) {
      const count = readOptions(data, prefix, [group]).reduce((sum, chosen) => sum + chosen.count, 0);
      if (count >= group.least && count <= (group.most ?? count)) continue;
      const field = `${prefix}-${group.key}`;
      showFieldError(form, field, describeRange(group.least, group.most));
      form.querySelector(`[data-field="${CSS.escape(field)}"] input`).focus();
      return false;
    }
  }
  return true;
}

async function refreshQuietly(refresh) {
  try {
    await refresh();
  } catch (error) {
    if (!(error instanceof Problem)) throw error; // the dish is ordered or queued, whatever is shown behind the dialog
  }
}

function readOptions(data, prefix, groups) {
  return groups.flatMap(({ key: group, options }) => {
    const chosen = data.getAll(`${prefix}-${group}`);
    return options.map(({ key: option }) => ({ group, option, count: chosen.includes(option) ? 1 : Number(data.get(`${prefix}-${group}/${option}`) ?? 0) }))
      .filter(({ count }) => count > 0);
  });
}

function createGroup(title, hint, controls, name) {
  return createElement('fieldset', { class: 'option-group', 'data-field': name }, createElement('legend', { class: 'label' }, title, hint ? createElement('span', { class: 'secondary' }, ` · ${hint}`) : null), controls);
}

function createChoice(type, name, value, text, price, order, checked, isAddition = false, required = false) {
  return createElement('label', { class: 'option' }, createElement('input', { type, name, value, checked, required }),
    createElement('span', {}, renderParts(describeChoice(text, price, order, isAddition))));
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

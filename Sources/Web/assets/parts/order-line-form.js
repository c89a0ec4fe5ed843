/** The dialog to order a dish or to edit one. What is typed is a draft until the server has it, or the queue. */
import { createIdempotencyKey, get, patch, post, Problem, remove } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmountForField } from '../money.js';
import { getOrderPath, getVersionTag, isComing, runsOrder } from '../order-model.js';
import { refreshScreen } from '../page.js';
import { getViewer } from '../session.js';
import { runAndRefresh } from './actions.js';
import { formatName } from './attendees.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { createFieldPatcher } from './patch-fields.js';
import { queueDish } from './queued-answers.js';
import { showToast } from './toast.js';

const MAX_QUANTITY = 99; // the server's limit

/** An attempt without a reply. The same dish sent again must not be ordered twice. */
let unanswered = null;

/**
 * Opens the dialog.
 *
 * @param {any} outing
 * @param {any} order
 * @param {any[]} attendees
 * @param {any} [line] the line to edit; without it, a dish is added
 */
export function openOrderLineForm(outing, order, attendees, line) {
  const path = `${getOrderPath(outing.id)}/lines`;
  const owner = line?.person.id ?? getViewer()?.id;
  const save = line ? createFieldPatcher(line, {
    toValues: (one) => toValues(one, order),
    send: (changed, base) => patch(`${path}/${line.id}`, toBody(changed, owner, null), getVersionTag(base)),
    fetchCurrent: async () => (await get(getOrderPath(outing.id))).lines.find(({ id }) => id === line.id),
  }) : ({ personId, ...values }) => addOnce(outing, order, values.name, toBody(values, personId || owner, personId));
  const values = line ? toValues(line, order) : {};
  openFormDialog({
    title: line ? line.name : translate('order.add'),
    draft: `dish-${line?.id ?? outing.id}`,
    fields: createFields(outing, order, attendees, line, values),
    yes: translate(line ? 'action.save' : 'order.addYes'),
    act: async (typed) => {
      const added = await save({ ...typed, sharedWith: readSharers(typed) });
      if (line) showToast(translate('order.saved', { name: typed.name ?? line.name }));
      else sayAdded(outing, typed.name, Number(typed.quantity), added);
      refreshScreen();
    },
  });
}

function createFields(outing, order, attendees, line, values) {
  const others = listSharers(attendees, line?.person.id ?? getViewer()?.id);
  const isChosen = Boolean(line?.pick); // words and price are the menu's
  const count = createField({ name: 'quantity', label: translate('order.quantity'), value: values.quantity ?? '1', type: 'number', inputmode: 'numeric', min: 1, max: MAX_QUANTITY, required: true });
  return [
    isChosen ? null : createField({ name: 'name', label: translate('order.name'), value: values.name, required: true, maxlength: 200, autocomplete: 'off', autofocus: !line }),
    isChosen && !runsOrder(outing, order) ? count : createElement('div', { class: 'two-columns' },
      createField({
        name: 'price', label: translate('order.price', { currency: order.currency }), hint: translate('order.priceHint'), value: values.price,
        inputmode: 'decimal', maxlength: 40, autocomplete: 'off',
      }),
      count),
    isChosen ? null : createField({ name: 'options', label: translate('order.options'), value: values.options, placeholder: translate('order.optionsExample'), maxlength: 500, autocomplete: 'off' }),
    createEaterField(outing, order, listEaters(outing, order, others, line), line),
    createMoreFields(others, values),
  ];
}

/** Creates the choice of whose dish it is; null if it can only be the viewer's. */
function createEaterField(outing, order, eaters, line) {
  if (eaters.length === 0) return null;
  const own = line?.person.id ?? '';
  return createField({
    name: 'personId', label: translate('order.whose'), control: 'select',
    options: createOptions([[own, line ? nameOwner(line) : translate('order.myself')], ...eaters.map(({ person }) => [person.id, person.name])], own),
  });
}

/** Creates the choice of whose new dish it is; null for people who do not run the order. */
export function createNewEaterField(outing, order, attendees) {
  return createEaterField(outing, order, listEaters(outing, order, listSharers(attendees, getViewer()?.id)));
}

/** Returns the people who can get the dish: everyone who comes, if the viewer runs the order; otherwise the person who gave it to the viewer. */
function listEaters(outing, order, others, line) {
  if (runsOrder(outing, order)) return others.filter(isComing);
  const giver = line?.person.id === getViewer()?.id ? line.setBy?.id : null;
  return giver ? others.filter(({ person }) => person.id === giver) : [];
}

const nameOwner = ({ person }) => (person.id === getViewer()?.id ? translate('order.myself') : person.name);

/** Creates the fields that most dishes do not need. `others` may share the dish. */
export function createMoreFields(others, values) {
  const sharers = (values.sharedWith ?? '').split(' ');
  const isOpen = ['note', 'tellsKitchen', 'forName', 'sharedWith'].some((name) => values[name]);
  return createElement('details', { class: 'more-fields', open: isOpen }, createElement('summary', { class: 'button plain' }, translate('order.more')),
    createElement('div', { class: 'form' },
      createField({ name: 'note', label: translate('order.note'), control: 'textarea', rows: 2, value: values.note, maxlength: 500 }),
      createField({ name: 'tellsKitchen', label: translate('order.tellsKitchen'), hint: translate('order.tellsKitchenHint'), value: values.tellsKitchen, maxlength: 200, autocomplete: 'off' }),
      createField({ name: 'forName', label: translate('order.forName'), hint: translate('order.forNameHint'), value: values.forName, maxlength: 100, autocomplete: 'off' }),
      others.length > 0 ? createElement('fieldset', { class: 'chips wrap', 'data-field': 'sharedWith' },
        createElement('legend', { class: 'label' }, translate('order.shareWith')),
        others.map(({ person }) => createElement('label', { class: 'chip' },
          createElement('input', { type: 'checkbox', name: `with-${person.id}`, checked: sharers.includes(person.id) }),
          createElement('span', { dir: 'auto' }, formatName(person))))) : null));
}

/** Returns the attendees who can share a dish of a person. */
export function listSharers(attendees, owner) {
  return attendees.filter(({ person, status, isUnnamed }) => person.id !== owner && status !== 'declined' && !isUnnamed);
}

/** Returns the ids of the people who were chosen to share, sorted and separated by spaces. */
export function readSharers(typed) {
  return Object.keys(typed).filter((name) => name.startsWith('with-')).map((name) => name.slice('with-'.length)).sort().join(' ');
}

/** Returns the values of the form's fields for a line. */
function toValues(line, order) {
  return {
    name: line.name, price: formatAmountForField(line.unitMinor, order.currency), quantity: String(line.quantity), options: line.options ?? '',
    note: line.note ?? '', tellsKitchen: line.tellsKitchen ?? '', forName: line.visitor ?? '', personId: line.person.id,
    sharedWith: line.sharers.map(({ person }) => person.id).filter((id) => id !== line.person.id).sort().join(' '),
  };
}

/**
 * Converts form values to a request.
 *
 * @param {Record<string, string>} values
 * @param {string} owner the person whose dish it is, who shares a shared plate, too
 * @param {string | null} personId another person for whom the dish is ordered
 */
export function toBody({ quantity, sharedWith, ...texts }, owner, personId) {
  const body = Object.fromEntries(Object.entries(texts).filter(([name]) => !name.startsWith('with-')).map(([name, value]) => [name, value || null]));
  if (quantity !== undefined) body.quantity = Number(quantity);
  if (sharedWith !== undefined) body.sharedWith = sharedWith ? [owner, ...sharedWith.split(' ').filter((id) => id !== owner)].map((id) => ({ personId: id })) : [];
  if (personId) body.personId = personId;
  return body;
}

/**
 * Adds a dish, or what was chosen from the menu. Without a network, it is queued with the key of the attempt, so that a dish whose reply was lost counts once.
 *
 * @returns {Promise<any>} the line, which may have been there with fewer portions; null if the dish was queued
 */
export async function addOnce(outing, order, name, body) {
  const path = `${getOrderPath(outing.id)}/lines`;
  const content = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const text = path + JSON.stringify(content);
  if (unanswered?.text !== text) unanswered = { text, key: createIdempotencyKey() };
  try {
    const line = await post(path, content, null, unanswered.key);
    unanswered = null;
    return line;
  } catch (error) {
    const isQueued = error.code === 'offline' && await queueDish(outing, order, name, content, unanswered.key);
    if (isQueued || (error instanceof Problem && error.status > 0)) unanswered = null;
    if (!isQueued) throw error;
    return null;
  }
}

/** Says that a dish is on the order and offers to take it off again; or, without a line, that it is not sent yet. */
export function sayAdded(outing, name, count, line) {
  if (!line) return showToast(translate('order.kept', { name }));
  const path = `${getOrderPath(outing.id)}/lines/${line.id}`;
  const rest = line.quantity - count;
  const undo = () => (rest > 0
    ? runAndRefresh(() => patch(path, { quantity: rest }, getVersionTag(line)), translate('order.saved', { name }))
    : runAndRefresh(() => remove(path, getVersionTag(line)), translate('order.struck', { name })));
  showToast(translate('order.added', { name }), { label: translate('action.undo'), act: undo });
}

/** The conditions of a filter as fields: comparisons, and groups of which all or any have to hold. */
import { createElement, redraw, rememberFocus } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmountForField, parseAmount } from '../money.js';
import { createButton } from './controls.js';
import { createField, createOptions } from './form.js';

/** The fields of each kind with the types of their values, as the server has them. */
const FIELDS = {
  customers: { name: 'text', email: 'text', phone: 'text', note: 'text', sales: 'number', lastSale: 'date' },
  sales: { day: 'date', hour: 'number', totalMinor: 'amount', dish: 'text', category: 'text', customer: 'text', source: 'source', voided: 'boolean', currency: 'text' },
};
const OPERATORS = {
  text: ['contains', 'is'], number: ['is', 'above', 'below', 'between'], amount: ['is', 'above', 'below', 'between'], date: ['is', 'above', 'below', 'between'],
  source: ['is'], boolean: ['is'],
};
const DEEPEST_GROUP = 2; // so that comparisons and their opposites, each a level, stay within the five levels of the server

export const getFieldType = (kind, field) => FIELDS[kind][field];

/** Lists the comparisons of a condition; none of one that the server does not know. */
export function listComparisons(where) {
  if (where?.not) return listComparisons(where.not);
  return (where?.all ?? where?.any)?.flatMap(listComparisons) ?? (where ? [where] : []);
}

/** Whether this version of the client has fields for everything in a filter. */
export const isKnown = ({ kind, where }) => where !== null && listComparisons(where).every(({ field, operator }) => OPERATORS[FIELDS[kind]?.[field]]?.includes(operator));

/** Creates a field for a value. */
export function createValueField(type, label, name, value) {
  if (type === 'boolean') return createField({ name, label, control: 'select', options: createOptions([['true', translate('poll.yes')], ['false', translate('poll.no')]], value ?? 'true') });
  if (type === 'source') return createField({ name, label, control: 'select', options: createOptions([['hand', translate('sales.byHand')], ['order', translate('filters.order')]], value ?? 'hand') });
  if (type === 'date') return createField({ name, label, type: 'date', required: true, value });
  if (type === 'number') return createField({ name, label, type: 'number', step: 1, required: true, value });
  if (type === 'amount') return createField({ name, label, inputmode: 'decimal', required: true, autocomplete: 'off', value });
  return createField({ name, label, required: true, maxlength: 200, autocomplete: 'off', value });
}

/** Returns what was typed as the API has it; what is no amount as it is, so that the server says so. */
export function readValue(type, text, currency) {
  if (type === 'boolean') return text === 'true';
  if (type === 'amount') return parseAmount(text, currency) ?? text;
  return type === 'number' ? Number(text) : text;
}

const writeValue = (type, value, currency) => (type === 'amount' ? formatAmountForField(value, currency) : String(value));

/**
 * Creates the fields of a group. `read` returns the group as the API has it.
 *
 * @param {{ kind: string, currency: string, next: () => number, asked: number }} form what all conditions of a form have in common; `next` numbers them, and `asked` is the
 *   highest number of a parameter
 * @param {object | null} where what to begin with; one comparison by default
 * @param {(() => void) | null} onRemove null for the outermost group
 */
export function createGroup(form, where, depth = 0, onRemove = null) {
  const number = onRemove ? form.next() : 0;
  const inner = where?.not ?? where;
  const members = inner?.all ?? inner?.any ?? (inner ? [inner] : [null]);
  const list = createElement('div', { class: 'section-stack' });
  let parts = [];
  const drawList = () => redraw(list, parts.map(({ node }) => node));
  const add = (create) => {
    const part = create(() => {
      const restoreFocus = rememberFocus();
      parts = parts.filter((one) => one !== part);
      drawList();
      restoreFocus();
    });
    parts.push(part);
  };
  const addComparison = (condition) => add((remove) => createComparison(form, condition, remove));
  const addGroup = (condition) => add((remove) => createGroup(form, condition, depth + 1, remove));
  for (const member of members) (isGroup(member) ? addGroup : addComparison)(member);
  drawList();
  const join = createField({ name: `join-${number}`, label: translate('filters.join'), control: 'select', options: createOptions(['all', 'any'].map((one) => [one, translate(`filters.joins.${one}`)]), inner?.any ? 'any' : 'all') });
  const opposite = createOpposite(`not-group-${number}`, Boolean(where?.not));
  const drawAdded = (create) => () => {
    create(null);
    drawList();
  };
  const content = [join, list, createElement('p', { class: 'actions' },
    createButton(translate('filters.add'), drawAdded(addComparison), { icon: 'plus', key: `add-${number}` }),
    depth < DEEPEST_GROUP ? createButton(translate('filters.addGroup'), drawAdded(addGroup), { icon: 'plus', variant: 'plain', key: `add-group-${number}` }) : null)];
  const node = onRemove
    ? createElement('fieldset', { class: 'form filter-group' }, createElement('legend', {}, translate('filters.group', { number })), content, opposite.node,
      createElement('p', {}, createButton(translate('filters.removeGroup'), onRemove, { variant: 'plain', key: `remove-group-${number}` })))
    : createElement('div', { class: 'form' }, content, where?.not ? opposite.node : null);
  const read = (typed) => {
    const group = { [typed[`join-${number}`]]: parts.map((part) => part.read(typed)) };
    return opposite.isChecked() ? { not: group } : group;
  };
  return { node, read };
}

/** Whether a condition is a group, or the opposite of one. */
const isGroup = (where) => Boolean(where?.all ?? where?.any ?? where?.not?.all ?? where?.not?.any ?? where?.not?.not);

function createOpposite(name, isChecked) {
  const box = createElement('input', { type: 'checkbox', name, value: 'yes', checked: isChecked });
  return { node: createElement('label', { class: 'chip' }, box, createElement('span', {}, translate('filters.not'))), isChecked: () => box.checked };
}

/** Creates the fields of a comparison. `read` returns it as the API has it. */
function createComparison({ kind, currency, next, asked }, where, onRemove) {
  const number = next();
  const given = where?.not ?? where;
  const named = (name) => `${name}-${number}`;
  const fields = Object.keys(FIELDS[kind]);
  const chooser = createField({ name: named('field'), label: translate('filters.field'), control: 'select', options: createOptions(fields.map((field) => [field, translate(`filters.fields.${field}`)]), given?.field ?? fields[0]) });
  const operator = createField({ name: named('operator'), label: translate('filters.operator'), control: 'select', options: [] });
  const opposite = createOpposite(named('not'), Boolean(where?.not));
  const values = createElement('div', { class: 'form' });
  const getField = () => chooser.querySelector('select').value;
  const getType = () => FIELDS[kind][getField()];
  const getOperator = () => operator.querySelector('select').value;
  let operands = [];
  const drawValues = (stated) => {
    const labels = getOperator() === 'between' ? ['least', 'most'] : ['value'];
    operands = labels.map((label, at) => createOperand(getType(), { label, name: named(`value${at}`), field: getField(), isOne: labels.length === 1, number: asked + number, currency }, stated?.[at]));
    redraw(values, operands.map(({ node }) => node));
  };
  const drawOperators = (chosen, stated) => {
    const all = OPERATORS[getType()];
    redraw(operator.querySelector('select'), createOptions(all.map((one) => [one, translate(`filters.operators.${one}`)]), chosen ?? all[0]));
    drawValues(stated);
  };
  chooser.addEventListener('change', () => drawOperators());
  operator.addEventListener('change', () => drawValues());
  drawOperators(given?.operator, given?.values);
  const node = createElement('fieldset', { class: 'form' },
    createElement('legend', { class: 'visually-hidden' }, translate('filters.condition', { number })),
    chooser, operator, values, opposite.node, createElement('p', {}, createButton(translate('filters.remove'), onRemove, { variant: 'plain', key: `remove-${number}` })));
  const read = (typed) => {
    const comparison = { field: getField(), operator: getOperator(), values: operands.map((operand) => operand.read(typed)) };
    return opposite.isChecked() ? { not: comparison } : comparison;
  };
  return { node, read };
}

/** Creates the field of a value, which is typed now or asked for when the filter is run. */
function createOperand(type, { label, name, field, isOne, number, currency }, stated) {
  const text = translate(`filters.${label}`);
  const parameter = stated?.parameter ?? null;
  const ask = createElement('input', { type: 'checkbox', name: `ask-${name}`, value: 'yes', checked: parameter !== null });
  const place = createElement('div', {});
  const draw = () => redraw(place, ask.checked ? null : createValueField(type, text, name, stated === undefined || parameter !== null ? undefined : writeValue(type, stated, currency)));
  ask.addEventListener('change', draw);
  draw();
  const end = isOne ? '' : { least: 'Least', most: 'Most' }[label];
  return {
    node: createElement('div', { class: 'form' }, place,
      createElement('label', { class: 'chip' }, ask, createElement('span', {}, isOne ? translate('filters.ask') : translate('filters.askFor', { name: text })))),
    read: (typed) => (ask.checked ? { parameter: parameter ?? `${field}${end}${number}` } : readValue(type, typed[name], currency)),
  };
}

/** A form that puts the conditions of a filter together. A value is typed now, or asked for when the filter is run. */
import { post } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { parseAmount } from '../money.js';
import { refreshScreen } from '../page.js';
import { createButton } from './controls.js';
import { createField, createForm, createOptions } from './form.js';
import { showToast } from './toast.js';

/** The fields of each kind with the types of their values, as the server has them. */
const FIELDS = {
  customers: { name: 'text', email: 'text', phone: 'text', note: 'text', sales: 'number', lastSale: 'date' },
  sales: { day: 'date', hour: 'number', totalMinor: 'amount', dish: 'text', category: 'text', customer: 'text', source: 'source', voided: 'boolean', currency: 'text' },
};
const OPERATORS = {
  text: ['contains', 'is'], number: ['is', 'above', 'below', 'between'], amount: ['is', 'above', 'below', 'between'], date: ['is', 'above', 'below', 'between'],
  source: ['is'], boolean: ['is'],
};

export const getFieldType = (kind, field) => FIELDS[kind][field];

/** Creates a field for a value. */
export function createValueField(type, label, name) {
  if (type === 'boolean') return createField({ name, label, control: 'select', options: createOptions([['true', translate('poll.yes')], ['false', translate('poll.no')]], 'true') });
  if (type === 'source') return createField({ name, label, control: 'select', options: createOptions([['hand', translate('sales.byHand')], ['order', translate('filters.order')]], 'hand') });
  if (type === 'date') return createField({ name, label, type: 'date', required: true });
  if (type === 'number') return createField({ name, label, type: 'number', step: 1, required: true });
  if (type === 'amount') return createField({ name, label, inputmode: 'decimal', required: true, autocomplete: 'off' });
  return createField({ name, label, required: true, maxlength: 200, autocomplete: 'off' });
}

/** Returns what was typed as the API has it; what is no amount as it is, so that the server says so. */
export function readValue(type, text, currency) {
  if (type === 'boolean') return text === 'true';
  if (type === 'amount') return parseAmount(text, currency) ?? text;
  return type === 'number' ? Number(text) : text;
}

/** @param {string} currency that of the venue, in which amounts are typed */
export function renderFilterForm(path, currency) {
  const list = createElement('div', { class: 'section-stack' });
  let conditions = [];
  let count = 0;
  const kind = createField({ name: 'kind', label: translate('filters.kind'), control: 'select', options: createOptions(['customers', 'sales'].map((one) => [one, translate(`filters.kinds.${one}`)]), 'customers') });
  const getKind = () => kind.querySelector('select').value;
  const drawList = () => redraw(list, conditions.map(({ node }) => node));
  const add = () => {
    const condition = createCondition(getKind(), count, () => {
      conditions = conditions.filter((one) => one !== condition);
      drawList();
    });
    count += 1;
    conditions.push(condition);
    drawList();
  };
  const start = () => {
    conditions = [];
    add();
  };
  kind.addEventListener('change', start);
  start();
  const send = async (values, node) => {
    const where = conditions.map((condition) => condition.read(values, currency));
    await post(`${path}/filters`, { name: values.name, kind: values.kind, where: { [values.join]: where } });
    showToast(translate('filters.saved', { name: values.name }));
    node.reset();
    start();
    await refreshScreen();
  };
  return createElement('section', { class: 'section', 'aria-labelledby': 'new-filter' },
    createElement('h2', { id: 'new-filter' }, translate('filters.new')),
    createForm({ class: 'form', label: translate('filters.new'), send },
      createField({ name: 'name', label: translate('filters.name'), required: true, maxlength: 100, autocomplete: 'off' }),
      kind,
      createField({ name: 'join', label: translate('filters.join'), control: 'select', options: createOptions(['all', 'any'].map((one) => [one, translate(`filters.joins.${one}`)]), 'all') }),
      list,
      createElement('p', {}, createButton(translate('filters.add'), add, { icon: 'plus', key: 'add-condition' })),
      createElement('div', { class: 'actions' }, createElement('button', { class: 'button primary', type: 'submit' }, translate('filters.save')))));
}

/** Creates the fields of a condition. `read` returns it as the API has it. */
function createCondition(kind, number, onRemove) {
  const named = (name) => `${name}-${number}`;
  const fields = Object.keys(FIELDS[kind]);
  const chooser = createField({ name: named('field'), label: translate('filters.field'), control: 'select', options: createOptions(fields.map((field) => [field, translate(`filters.fields.${field}`)]), fields[0]) });
  const operator = createField({ name: named('operator'), label: translate('filters.operator'), control: 'select', options: [] });
  const ask = createElement('input', { type: 'checkbox', name: named('ask'), value: 'yes' });
  const not = createElement('input', { type: 'checkbox', name: named('not'), value: 'yes' });
  const values = createElement('div', { class: 'form' });
  const getType = () => FIELDS[kind][chooser.querySelector('select').value];
  const getOperator = () => operator.querySelector('select').value;
  const drawValues = () => {
    const labels = getOperator() === 'between' ? ['filters.least', 'filters.most'] : ['filters.value'];
    redraw(values, ask.checked ? null : labels.map((label, at) => createValueField(getType(), translate(label), named(`value${at}`))));
  };
  const drawOperators = () => {
    const all = OPERATORS[getType()];
    redraw(operator.querySelector('select'), createOptions(all.map((one) => [one, translate(`filters.operators.${one}`)]), all[0]));
    drawValues();
  };
  chooser.addEventListener('change', drawOperators);
  operator.addEventListener('change', drawValues);
  ask.addEventListener('change', drawValues);
  drawOperators();
  const node = createElement('fieldset', { class: 'form' },
    createElement('legend', { class: 'visually-hidden' }, translate('filters.condition', { number: number + 1 })),
    chooser, operator, values,
    createElement('label', { class: 'chip' }, ask, createElement('span', {}, translate('filters.ask'))),
    createElement('label', { class: 'chip' }, not, createElement('span', {}, translate('filters.not'))),
    createElement('p', {}, createButton(translate('filters.remove'), onRemove, { variant: 'plain', key: `remove-${number}` })));
  const read = (typed, currency) => {
    const field = typed[named('field')];
    const names = getOperator() === 'between' ? [`${field}Least`, `${field}Most`] : [field];
    const operands = names.map((name, at) => (typed[named('ask')] ? { parameter: `${name}${number + 1}` } : readValue(getType(), typed[named(`value${at}`)], currency)));
    const condition = { field, operator: typed[named('operator')], values: operands };
    return typed[named('not')] ? { not: condition } : condition;
  };
  return { node, read };
}

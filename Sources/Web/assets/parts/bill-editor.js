/**
 * The fields of a bill: a total or its dishes, who shares them, charges, treats, who paid, and what the place paid back.
 *
 * The fields are drawn from a draft (`bill-draft.js`) and write into it. The hidden field `draft` has all of it as JSON, so that the form
 * stores and restores it like any other field.
 */
import { createCharge, createItem, createRefund, removeItem } from '../bill-draft.js';
import { createElement, createIcon, redraw, rememberFocus } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { listCurrencies } from '../money.js';
import { formatName } from './attendees.js';
import { renderAvatar } from './avatar.js';
import { createMethodOptions, createPaymentFields } from './bill-payments.js';
import { createButton } from './controls.js';
import { createField, createOptions } from './form.js';

const KINDS = ['tip', 'service', 'tax', 'delivery', 'discount', 'difference', 'rounding'];
const BASES = ['', 'value', 'heads', 'named'];

/**
 * Creates the fields.
 *
 * @param {any} first the draft to begin with
 * @param {{ id: string, name: string }[]} people who can share the bill
 * @param {{ hasPayments: boolean, hasFixedCurrency: boolean, payers: { id: string, name: string }[], onChange: () => void }} how
 *   `payers` can have got money back from the place
 * @returns {{ node: Node, getDraft: () => any, change: (act: (draft: any) => void) => void }}
 */
export function createBillEditor(first, people, { hasPayments, hasFixedCurrency, payers, onChange }) {
  let draft = structuredClone(first);
  const fields = createElement('div', { class: 'form' });
  const hidden = createElement('input', { type: 'hidden', name: 'draft' });
  const node = createElement('div', { class: 'form' }, hidden, fields);
  const unfolded = new WeakSet(); // the charges of which all fields are shown

  const changed = () => {
    hidden.value = JSON.stringify(draft);
    onChange();
  };
  const draw = () => redraw(fields, createFields());
  /** Changes the draft's structure, and tells the form, which listens for input. */
  const change = (act) => {
    const restoreFocus = rememberFocus();
    act();
    draw();
    restoreFocus();
    changed();
    fields.dispatchEvent(new Event('input', { bubbles: true }));
  };
  hidden.addEventListener('change', () => {
    const typed = JSON.parse(hidden.value);
    // The order may have other dishes by now: only their prices were typed.
    draft = { ...first, ...typed, dishes: first.dishes.map((dish) => ({ ...dish, price: typed.dishes.find(({ line }) => line === dish.line)?.price || dish.price })) };
    // Payments may have been taken back since.
    draft.refunds = payers.length === 0 ? [] : draft.refunds.map((refund) => (payers.some(({ id }) => id === refund.person) ? refund : { ...refund, person: payers[0].id }));
    draw();
    changed();
  });

  /** Creates a field that writes what is typed into `object[name]`. */
  const bind = (object, name, field) => {
    const created = createField({ autocomplete: 'off', maxlength: 200, value: object[name], ...field });
    created.querySelector('.input').addEventListener('input', (event) => {
      object[name] = event.target.value;
      changed();
    });
    return created;
  };
  const bindAmount = (object, name, field) => bind(object, name, { inputmode: 'decimal', maxlength: 40, ...field });
  const createRemoveButton = (list, at, label) =>
    createButton('', () => change(() => list.splice(at, 1)), { variant: 'round plain', icon: 'cross', label });

  function createFields() {
    return [
      createModeChoice(), draft.byDish && draft.dishes.length > 0 ? createDishFields() : null, draft.byDish ? draft.items.map(createItemFields) : null,
      draft.byDish ? createButton(translate('bill.addItem'), () => change(() => draft.items.push(createItem(people))), { icon: 'plus', key: 'add-item' }) : null,
      createElement('div', { class: 'two-columns' }, createTotalField(), createCurrencyField()),
      draft.byDish ? null : createSharers('items-0-people', translate('bill.sharers'), draft.sharers),
      createGroup(translate('bill.charges'), translate('bill.chargesText'), draft.charges.map(createChargeFields),
        createElement('div', { class: 'actions' }, KINDS.filter((kind) => draft.byDish || kind !== 'difference').map((kind) =>
          createButton(translate(`bill.kind.${kind}`), () => change(() => draft.charges.push(createCharge(kind, getPayer()))), { icon: 'plus', key: `add-${kind}` })))),
      people.length > 1 ? createGroup(translate('bill.treatsTitle'), null, draft.treats.map(createTreatFields),
        createElement('div', {}, createButton(translate('bill.addTreat'), addTreat, { icon: 'plus', key: 'add-treat' }))) : null,
      hasPayments ? createGroup(translate('bill.payments'), translate('bill.paymentsText'), draft.payments.map(createPayment),
        createElement('div', {}, createButton(translate('bill.addPayment'), addPayment, { icon: 'plus', key: 'add-payment' }))) : null,
      payers.length > 0 ? createGroup(translate('bill.refunds'), translate('bill.refundsText'), draft.refunds.map(createRefundFields),
        createElement('div', {}, createButton(translate('bill.addRefund'), () => change(() => draft.refunds.push(createRefund(payers[0].id))), { icon: 'plus', key: 'add-refund' }))) : null,
    ];
  }

  function createGroup(title, text, ...content) {
    return createElement('fieldset', { class: 'form bill-group' }, createElement('legend', {}, title), text ? createElement('p', { class: 'secondary' }, text) : null, content);
  }

  function createModeChoice() {
    const choice = (value, text) => createElement('label', {},
      createElement('input', { type: 'radio', name: 'mode', value, checked: draft.byDish === (value === 'dishes'), 'data-key': `mode-${value}`, on: { change: () => change(() => setMode(value === 'dishes')) } }),
      createElement('span', {}, text));
    return createElement('fieldset', { class: 'segment' }, createElement('legend', { class: 'visually-hidden' }, translate('bill.mode')),
      choice('total', translate('bill.byTotal')), choice('dishes', translate('bill.byDish')));
  }

  /** Only dishes can differ from the total of the receipt. */
  function setMode(byDish) {
    draft.byDish = byDish;
    if (!byDish) draft.charges = draft.charges.filter(({ kind }) => kind !== 'difference');
  }

  /** Returns the person who pays, as far as it is known. */
  const getPayer = () => draft.payments[0]?.person || payers[0]?.id || people[0].id;

  /** The total is the one item of a bill without dishes, and only compared otherwise. */
  function createTotalField() {
    return bindAmount(draft, 'total', {
      name: draft.byDish ? 'receiptTotal' : 'items-0-amount', label: translate('bill.receiptTotal'), required: !draft.byDish,
      hint: translate(draft.byDish ? 'bill.receiptHint' : 'bill.totalHint'),
    });
  }

  function createCurrencyField() {
    return bind(draft, 'currency', {
      name: 'currency', label: translate('bill.currency'), control: 'select', disabled: hasFixedCurrency || Boolean(draft.byDish && draft.order), options: createOptions(listCurrencies(draft.currency), draft.currency),
    });
  }

  /** The dishes of the order are as they were picked. A correction can change everything. */
  function createDishFields() {
    return createGroup(translate('bill.ordered'), translate('bill.orderedText'), draft.dishes.map((dish, at) =>
      createElement('div', { class: 'bill-row inline-form', 'data-field': `prices-${at}` },
        createElement('p', { class: 'setting-body', id: `dish-${at}`, dir: 'auto' }, dish.label,
          createElement('span', { class: 'secondary' }, formatList(dish.people), dish.visitor ? ` · ${translate('bill.forVisitor', { name: dish.visitor })}` : null)),
        bindAmount(dish, 'price', { name: `prices-${at}-price`, label: translate('order.price', { currency: draft.currency }), required: true, 'aria-describedby': `dish-${at}` }))));
  }

  function createItemFields(item, at) {
    return createGroup(translate('bill.item', { number: draft.dishes.length + at + 1 }), item.visitor ? translate('bill.forVisitor', { name: item.visitor }) : null,
      createElement('div', { class: 'two-columns' },
        bind(item, 'label', { name: `items-${at}-label`, label: translate('bill.dish') }),
        bindAmount(item, 'amount', { name: `items-${at}-amount`, label: translate('bill.amount'), required: true })),
      createSharers(`items-${at}-people`, translate('bill.sharers'), item.sharers),
      draft.dishes.length + draft.items.length > 1 ? createElement('div', {}, createButton(translate('bill.removeItem'), () => change(() => removeItem(draft, at)), { variant: 'plain', key: `remove-item-${at}` })) : null);
  }

  function createSharers(name, legend, sharers) {
    const toggle = ({ target }) => {
      if (target.checked) sharers[target.value] = 1;
      else delete sharers[target.value];
      changed();
    };
    return createElement('fieldset', { class: 'chips wrap', 'data-field': name }, createElement('legend', { class: 'label' }, legend),
      people.map((person) => createElement('label', { class: 'chip person-chip' },
        createElement('input', { type: 'checkbox', id: `${name}-${person.id}`, value: person.id, checked: person.id in sharers, on: { change: toggle } }),
        createElement('span', {}, createIcon('check', 'tick'), renderAvatar(person), createElement('bdi', {}, formatName(person))))));
  }

  function createChargeFields(charge, at) {
    const title = translate(`bill.kind.${charge.kind}`);
    const hasSize = charge.kind !== 'difference';
    const isRounding = charge.kind === 'rounding';
    const units = [['percent', '%'], ['amount', draft.currency]];
    return createElement('div', { class: 'form bill-row', 'data-field': `charges-${at}` },
      createElement('div', { class: 'inline-form' },
        hasSize ? bindAmount(charge, 'size', {
          name: `charges-${at}-${isRounding ? 'step' : charge.isPercent ? 'percent' : 'amount'}`, label: isRounding ? translate('bill.roundTo', { currency: draft.currency }) : title,
          required: true,
        }) : createElement('p', { class: 'setting-body' }, createElement('strong', {}, title), ' ', createElement('span', { class: 'secondary' }, translate('bill.differenceText'))),
        hasSize && !isRounding ? createField({
          name: `charges-${at}-unit`, label: translate('bill.unit', { charge: title }), labelHidden: true, control: 'select',
          options: createOptions(units, charge.isPercent ? 'percent' : 'amount'),
          on: { change: ({ target }) => change(() => { charge.isPercent = target.value === 'percent'; }) },
        }) : null,
        createRemoveButton(draft.charges, at, translate('bill.removeCharge', { charge: title }))),
      createElement('details', { class: 'more-fields', open: unfolded.has(charge), on: { toggle: ({ target }) => unfolded[target.open ? 'add' : 'delete'](charge) } },
        createElement('summary', { class: 'button plain' }, translate('bill.chargeMore')),
        createElement('div', { class: 'form' },
          bind(charge, 'label', { name: `charges-${at}-label`, label: translate('bill.label') }),
          createField({
            name: `charges-${at}-basis`, label: translate('bill.basis.title'), control: 'select',
            options: createOptions(BASES.map((basis) => [basis, translate(`bill.basis.${basis || 'usual'}`)]), charge.basis ?? ''),
            on: { change: ({ target }) => change(() => setBasis(charge, target.value)) },
          }),
          charge.kind === 'discount' ? createDishChoice(charge, at) : null,
          charge.isPercent && charge.kind !== 'discount' ? createSwitch(charge, 'beforeDiscounts') : null,
          createSwitch(charge, 'onReceipt'))),
      charge.basis === 'named' ? createSharers(`charges-${at}-people`, translate('bill.sharers'), charge.sharers) : null);
  }

  function createSwitch(charge, name) {
    const toggle = ({ target }) => {
      charge[name] = target.checked;
      changed();
    };
    return createElement('label', { class: 'choice' },
      createElement('input', { type: 'checkbox', checked: Boolean(charge[name]), on: { change: toggle } }), createElement('span', {}, translate(`bill.${name}`)));
  }

  /** The dishes that a discount is on; it is on everything while none is chosen. Those of an order are items from its first correction on. */
  function createDishChoice(charge, at) {
    if (!draft.byDish || draft.dishes.length > 0 || draft.items.length < 2 || !['', 'value'].includes(charge.basis ?? '')) return null;
    const toggle = ({ target }) => {
      const others = (charge.items ?? []).filter((number) => number !== Number(target.value));
      charge.items = target.checked ? [...others, Number(target.value)].sort((one, other) => one - other) : others;
      changed();
    };
    return createElement('fieldset', { class: 'chips wrap', 'data-field': `charges-${at}-items` }, createElement('legend', { class: 'label' }, translate('bill.discountOn')),
      draft.items.map(({ label }, index) => createElement('label', { class: 'chip' },
        createElement('input', { type: 'checkbox', value: String(index + 1), checked: (charge.items ?? []).includes(index + 1), on: { change: toggle } }),
        createElement('span', { dir: 'auto' }, createIcon('check', 'tick'), label || translate('bill.item', { number: index + 1 })))));
  }

  function setBasis(charge, basis) {
    charge.basis = basis;
    if (basis === 'named' && Object.keys(charge.sharers).length === 0) charge.sharers = { ...draft.sharers };
  }

  function createTreatFields(treat, at) {
    const options = () => people.map((person) => [person.id, formatName(person)]);
    const choose = (name, label) => bind(treat, name, { name: `treats-${at}-${name}Id`, label, control: 'select', options: createOptions(options(), treat[name]) });
    return createElement('div', { class: 'inline-form bill-row', 'data-field': `treats-${at}` },
      choose('host', translate('bill.treatHost')), choose('guest', translate('bill.treatGuest')),
      createRemoveButton(draft.treats, at, translate('bill.removeTreat')));
  }

  function addTreat() {
    change(() => draft.treats.push({ host: people[0].id, guest: people[1].id }));
  }

  function createPayment(payment, at) {
    const prefix = `payments-${at}-`;
    const created = createPaymentFields(people, payment, { prefix, isOptional: draft.payments.length === 1 });
    const row = createElement('div', { class: 'form bill-row' }, created,
      at > 0 ? createElement('div', {}, createButton(translate('bill.removePayment'), () => change(() => draft.payments.splice(at, 1)), { variant: 'plain', key: `remove-payment-${at}` })) : null);
    row.addEventListener('input', ({ target }) => {
      payment[{ personId: 'person' }[target.name.slice(prefix.length)] ?? target.name.slice(prefix.length)] = target.value;
      changed();
    });
    return row;
  }

  function createRefundFields(refund, at) {
    const prefix = `refunds-${at}-`;
    const dishes = draft.items.map(({ label }, index) => [String(index + 1), label || translate('bill.item', { number: index + 1 })]);
    const choices = [['', translate('bill.refundOfAll')], ...draft.byDish ? dishes : [], ['none', translate('bill.refundOfNothing')]];
    return createElement('div', { class: 'form bill-row' },
      createElement('div', { class: 'two-columns' },
        bindAmount(refund, 'amount', { name: `${prefix}amount`, label: translate('bill.refundAmount'), required: true }),
        bind(refund, 'method', { name: `${prefix}method`, label: translate('bill.how'), control: 'select', options: createMethodOptions(refund.method) })),
      bind(refund, 'dish', { name: `${prefix}dish`, label: translate('bill.refundOf'), control: 'select', options: createOptions(choices, refund.dish) }),
      bind(refund, 'person', {
        name: `${prefix}personId`, label: translate('bill.refundTo'), control: 'select', options: createOptions(payers.map((person) => [person.id, formatName(person)]), refund.person),
      }),
      createElement('div', {}, createButton(translate('bill.removeRefund'), () => change(() => draft.refunds.splice(at, 1)), { variant: 'plain', key: `remove-refund-${at}` })));
  }

  function addPayment() {
    const other = people.find(({ id }) => !draft.payments.some(({ person }) => person === id));
    change(() => draft.payments.push({ person: (other ?? people[0]).id, amount: '', method: 'card' }));
  }

  draw();
  return { node, getDraft: () => draft, change: (act) => change(() => act(draft)) };
}

/** What people paid to the place, and what it paid back. */
import { canCorrect } from '../bill-model.js';
import { post, remove } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount, formatAmountForField } from '../money.js';
import { refreshScreen } from '../page.js';
import { getViewer } from '../session.js';
import { runAndRefresh, tryAction } from './actions.js';
import { formatName } from './attendees.js';
import { createButton } from './controls.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { createFactLine } from './labels.js';

const METHODS = ['card', 'cash', 'other'];

/** Renders the section. */
export function renderPayments(bill, outing, people) {
  const left = bill.unpaidMinor > 0;
  return createElement('section', { class: 'section', 'aria-labelledby': 'bill-payments' },
    createElement('h2', { id: 'bill-payments' }, translate('bill.payments')),
    left ? createElement('p', { class: 'secondary spaced' }, translate('bill.unpaid', { amount: formatAmount(bill.unpaidMinor, bill.currency) })) : null,
    bill.payments.length > 0 ? createElement('ul', { class: 'group' }, bill.payments.map((payment) => renderPayment(bill, outing, payment))) : null,
    left ? createElement('p', { class: 'spaced' }, createButton(translate('bill.pay'), () => openPaymentForm(bill, outing, people), { key: 'pay' })) : null);
}

function renderPayment(bill, outing, payment) {
  const amount = formatAmount(payment.refund ? -payment.amountMinor : payment.amountMinor, bill.currency);
  const isOwn = payment.person.id === getViewer()?.id;
  // Without a refund, the payments would exceed the total that it lowered.
  const fits = !payment.refund || payment.amountMinor <= bill.unpaidMinor;
  const canReverse = !payment.reversedAt && payment.method !== 'online' && fits && (isOwn || canCorrect(bill, outing));
  const reverse = () => runAndRefresh(() => remove(`/v1/outings/${bill.outing}/bills/${bill.id}/payments/${payment.id}`), translate(payment.refund ? 'bill.refundReversed' : 'bill.reversed'));
  return createElement('li', { class: 'setting' },
    createElement('span', { class: 'setting-body' }, createElement('span', { dir: 'auto' }, formatName(payment.person)),
      createFactLine([payment.refund ? translate('bill.refunded') : null, translate(`bill.method.${payment.method}`), payment.reversedAt ? translate('bill.takenBack') : null])),
    createElement(payment.reversedAt ? 'del' : 'bdi', { class: 'amount' }, amount),
    canReverse ? createButton(translate('bill.reverse'), reverse, { variant: 'plain', key: `reverse-${payment.id}` }) : null);
}

function openPaymentForm(bill, outing, people) {
  const me = getViewer();
  const payers = canCorrect(bill, outing) ? people : people.filter(({ id }) => id === me.id);
  openFormDialog({
    title: translate('bill.payTitle'),
    text: translate('bill.payText'),
    fields: createPaymentFields(payers, { person: me.id, amount: formatAmountForField(bill.unpaidMinor, bill.currency), method: 'card' }),
    yes: translate('bill.pay'),
    act: async (payment, node) => {
      const pay = (body) => post(`/v1/outings/${bill.outing}/bills/${bill.id}/payments`, body);
      node.querySelector('.excess')?.remove();
      try {
        await pay(payment);
      } catch (error) {
        if (error.code !== 'overpaid') throw error;
        offerExcess(bill, error, payment, node, pay);
        throw error;
      }
      refreshScreen();
    },
  });
}

/** Offers what the part of a payment above the total can be: a tip of the payer, or change that the place gave back. */
function offerExcess(bill, { byMinor }, payment, node, pay) {
  const offer = (key, excess) => createButton(translate(key, { amount: formatAmount(byMinor, bill.currency) }), () => tryAction(async () => {
    await pay({ ...payment, excess });
    node.closest('dialog').close();
    refreshScreen();
  }), { key: excess });
  const offers = createElement('div', { class: 'actions excess' }, offer('bill.excessTip', 'tip'), offer('bill.excessChange', 'change'));
  node.querySelector('[type=submit]').closest('.actions').before(offers);
  offers.querySelector('button').focus();
}

/**
 * Creates the fields of a payment: `personId`, `amount` and `method`.
 *
 * @param {{ id: string }[]} people who can have paid
 * @param {{ person: string, amount: string, method: string }} payment
 * @param {{ prefix?: string, isOptional?: boolean }} [how] `prefix` of the names; whether the payer and the amount can be left out
 */
export function createPaymentFields(people, payment, { prefix = '', isOptional = false } = {}) {
  const payers = people.map((person) => [person.id, formatName(person)]);
  return [
    createField({
      name: `${prefix}personId`, label: translate('bill.payer'), control: 'select',
      options: createOptions(isOptional ? [...payers, ['', translate('bill.noPayer')]] : payers, payment.person),
    }),
    createElement('div', { class: 'two-columns' },
      createField({
        name: `${prefix}amount`, label: translate('bill.amount'), value: payment.amount, inputmode: 'decimal', autocomplete: 'off', required: !isOptional,
        placeholder: isOptional ? translate('bill.everything') : null, maxlength: 40,
      }),
      createField({
        name: `${prefix}method`, label: translate('bill.how'), control: 'select',
        options: createMethodOptions(payment.method),
      })),
  ];
}

export const createMethodOptions = (chosen) => createOptions(METHODS.map((method) => [method, translate(`bill.method.${method}`)]), chosen);

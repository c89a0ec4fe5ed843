/**
 * The draft that the form of a bill edits: what is typed, as text.
 *
 * `byDish` decides whether `dishes` of an `order` and `items`, or only `total` and its `sharers` are sent. Sharers are objects of weights by person. The draft keeps
 * everything that a bill can have, even if the form has no field for it.
 */
import { formatAmountForField, formatPercentForField } from './money.js';

/** Creates the draft of a new bill that everyone in `people` shares. */
export function createBillDraft(currency, people, payer) {
  return {
    currency, byDish: false, total: '', sharers: weighEqually(people), dishes: [], items: [createItem(people)], charges: [], treats: [],
    payments: [{ person: payer, amount: '', method: 'card' }], refunds: [],
  };
}

export const createItem = (people) => ({ label: '', amount: '', sharers: weighEqually(people) });

/** Creates a charge. The person `payer` bears what rounding in cash adds. */
export function createCharge(kind, payer) {
  const isRounding = kind === 'rounding';
  return {
    kind, size: '', isPercent: kind === 'tip' || kind === 'service', basis: isRounding ? 'named' : '', sharers: isRounding ? { [payer]: 1 } : {},
    onReceipt: kind !== 'tip' && !isRounding,
  };
}

/**
 * Creates what the place paid back to a person.
 *
 * `dish` is the number of the item that costs less because of it, `''` if the whole bill does, or `'none'` if its amounts are right already.
 */
export const createRefund = (person, amount = '', dish = '') => ({ person, amount, dish, method: 'card' });

/** Removes an item, and what was on it alone. */
export function removeItem(draft, at) {
  const number = at + 1;
  const renumber = (item) => (item > number ? item - 1 : item);
  draft.items.splice(at, 1);
  draft.charges = draft.charges.filter(({ items }) => !(items?.length === 1 && items[0] === number));
  for (const charge of draft.charges) charge.items &&= charge.items.filter((item) => item !== number).map(renumber);
  for (const refund of draft.refunds) {
    if (Number(refund.dish)) refund.dish = Number(refund.dish) === number ? 'none' : String(renumber(Number(refund.dish)));
  }
}

/** Creates the draft of the bill of a group order. The server adds the dishes and their people; only their prices are typed. */
export function createDraftOfOrder(order, people, payer) {
  const dishes = order.lines.map(({ id, name, options, quantity, unitMinor, person, sharers, visitor }) => ({
    line: id, label: [quantity > 1 ? `${quantity} × ${name}` : name, options].filter(Boolean).join(', '),
    price: formatAmountForField(unitMinor, order.currency), visitor,
    people: sharers.length > 0 ? sharers.map((sharer) => sharer.person.name) : [person.name],
  }));
  return { ...createBillDraft(order.currency, people, payer), byDish: true, order: order.id, dishes, items: [] };
}

/** Creates the draft of a correction. */
export function createDraftOfBill(bill, people) {
  const write = (minor) => formatAmountForField(minor === null ? null : Math.abs(minor), bill.currency);
  const items = bill.charges.filter(({ kind }) => kind === 'items').map((charge) => ({
    label: charge.label ?? '', amount: write(charge.amountMinor), sharers: readWeights(charge), line: charge.line, visitor: charge.visitor,
    taxPercent: charge.taxPercent, taxIncluded: charge.taxIncluded,
  }));
  const [first] = items;
  const byDish = items.length !== 1 || Boolean(first.label || first.line || first.visitor || first.taxPercent || bill.receiptTotalMinor !== null);
  return {
    currency: bill.currency, byDish, total: byDish ? write(bill.receiptTotalMinor) : first.amount,
    sharers: byDish ? weighEqually(people) : first.sharers, dishes: [], items: byDish ? items : [createItem(people)],
    charges: bill.charges.filter(isTyped).map((charge) => ({
      kind: charge.kind, label: charge.label, isPercent: charge.percent !== null, size: charge.percent === null ? write(charge.stepMinor ?? charge.amountMinor) : formatPercentForField(charge.percent),
      basis: charge.basis, sharers: charge.basis === 'named' ? readWeights(charge) : {}, items: charge.items,
      beforeDiscounts: charge.beforeDiscounts, onReceipt: charge.onReceipt,
    })),
    treats: listTreats(bill.charges), payments: [], refunds: [],
  };
}

/**
 * Returns the body of the request for a draft. What the place paid back is taken off by a discount, after the other charges.
 *
 * @param {any} draft
 * @param {string} refundLabel the name of that discount
 */
export function createBillRequest(draft, refundLabel) {
  const { currency, byDish, total, treats } = draft;
  const items = byDish
    ? draft.items.map(({ label, amount, sharers, line, visitor, taxPercent, taxIncluded }) => withoutEmpty({
      label, amount, people: listSharers(sharers), lineId: line, visitor, taxPercent, taxIncluded: taxPercent ? taxIncluded : null,
    }))
    : [{ amount: total, people: listSharers(draft.sharers) }];
  const ordered = byDish && draft.order ? { orderId: draft.order, prices: draft.dishes.map(({ line, price }) => ({ lineId: line, price })) } : {};
  return withoutEmpty({
    currency, ...ordered, items,
    charges: [...draft.charges, ...listDiscounts(draft, refundLabel)].map((charge) => createChargeRequest(charge, byDish)),
    treats: treats.map(({ host, guest }) => ({ hostId: host, guestId: guest })), receiptTotal: byDish ? total : null,
  });
}

/** Returns what was paid, with the rest of `totalMinor` for the one payment that has no amount. */
export function createPaymentRequests({ payments, currency }, totalMinor) {
  return payments.filter(({ person }) => person).map(({ person, amount, method }) =>
    ({ personId: person, amount: amount || formatAmountForField(totalMinor, currency), method }));
}

/** Returns what the place paid back, and who got it. */
export const createRefundRequests = ({ refunds }) => refunds.map(({ person, amount, method }) => ({ personId: person, amount, method }));

/** Returns the refunds that lower the bill, in the order of their discounts. */
export const listLowering = ({ refunds }) => refunds.filter(({ dish }) => dish !== 'none');

function listDiscounts(draft, label) {
  return listLowering(draft).map(({ amount, dish }) => ({
    kind: 'discount', label, size: amount, isPercent: false, basis: 'value', items: draft.byDish && dish ? [Number(dish)] : null, onReceipt: false,
  }));
}

function createChargeRequest({ kind, size, isPercent, basis, sharers, items, beforeDiscounts, onReceipt, label }, byDish) {
  const name = kind === 'rounding' ? 'step' : isPercent ? 'percent' : 'amount';
  return withoutEmpty({
    kind, label, basis, beforeDiscounts, onReceipt,
    [name]: kind === 'difference' ? null : size,
    people: basis === 'named' ? listSharers(sharers) : null, items: byDish && ['', 'value'].includes(basis) ? items : null,
  });
}

const weighEqually = (people) => Object.fromEntries(people.map(({ id }) => [id, 1]));
const listSharers = (sharers) => Object.entries(sharers).map(([personId, weight]) => ({ personId, weight }));
const readWeights = ({ shares }) => Object.fromEntries(shares.map(({ person, weight }) => [person.id, weight ?? 1]));

/** Taxes on top follow from the items, and treats have a list of their own. */
const isTyped = ({ kind, basis, treat }) => kind !== 'items' && basis !== 'taxable' && !treat;

/** A treat is a discount of the guest's share, followed by its opposite on the host. */
function listTreats(charges) {
  const halves = charges.filter(({ treat }) => treat);
  return halves.filter(({ kind }) => kind === 'discount').map((half) => {
    const other = halves[halves.indexOf(half) + 1];
    return { guest: half.shares[0].person.id, host: other.shares[0].person.id };
  });
}

const withoutEmpty = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined && value !== ''));

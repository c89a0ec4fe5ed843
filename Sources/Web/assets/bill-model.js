/** What a bill means to the person: what they bear, owe and get, and what they can do about it. */
import { hasMessage, translate } from './localization.js';
import { formatAmount } from './money.js';
import { isHost } from './outing-model.js';
import { getViewer } from './session.js';

const OPEN_STATES = ['asked', 'sent', 'disputed'];

export const isOpenTransfer = ({ state }) => OPEN_STATES.includes(state);
export const isMine = ({ debtor, creditor }) => [debtor.id, creditor.id].includes(getViewer()?.id);

/** Returns whether the person can correct the bill and record payments of others: hosts, and people who made or paid it. */
export function canCorrect(bill, outing) {
  const me = getViewer()?.id;
  return isHost(outing) || bill.madeBy?.id === me || bill.payments.some((payment) => payment.person.id === me && !payment.reversedAt);
}

/** Returns the people whose payments count. Only they can have got money back from the place. */
export function listPayers({ payments }) {
  const payers = payments.filter(({ refund, reversedAt }) => !refund && !reversedAt).map(({ person }) => person);
  return [...new Map(payers.map((person) => [person.id, person])).values()];
}

/** Returns the parts of a person's share: `[{ charge, share }]` in the order of the bill. */
export function listComponents({ charges }, person) {
  return charges.flatMap((charge) => charge.shares.filter((share) => share.person.id === person).map((share) => ({ charge, share })));
}

/** Names a charge: its label, or its kind with its percentage. */
export function formatCharge(charge, charges) {
  if (charge.treat) return formatTreat(charge, charges);
  const items = charges.filter(({ kind }) => kind === 'items').length;
  const kind = charge.kind === 'items'
    ? translate(items === 1 ? 'bill.wholeMeal' : 'bill.item', { number: charge.number })
    : translate(hasMessage(`bill.kind.${charge.kind}`) ? `bill.kind.${charge.kind}` : 'bill.kind.other');
  const name = charge.label ?? kind;
  return charge.percent && charge.kind !== 'items' ? translate('bill.withPercent', { name, percent: Number(charge.percent) }) : name;
}

/** A treat is a discount of the guest's share, followed by its opposite on the host. */
function formatTreat(charge, charges) {
  const isGuests = charge.kind === 'discount';
  const other = charges[charges.indexOf(charge) + (isGuests ? 1 : -1)];
  return translate(isGuests ? 'bill.treated' : 'bill.treats', { name: other.shares[0].person.name });
}

/** Describes in a sentence where the bill stands for the person. */
export function describeBill(bill) {
  if (bill.settledAt) return translate('bill.state.settled');
  if (bill.unpaidMinor > 0) return translate('bill.state.unpaid', { amount: formatAmount(bill.unpaidMinor, bill.currency) });
  const me = getViewer()?.id;
  const open = bill.transfers.filter(isOpenTransfer);
  const owed = open.filter(({ debtor }) => debtor.id === me);
  const awaited = open.filter(({ creditor }) => creditor.id === me);
  const amount = (transfers) => formatAmount(transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0), bill.currency);
  const unsent = owed.filter(({ state }) => state !== 'sent');
  if (unsent.length > 0) return translate('bill.state.owe', { amount: amount(unsent) });
  if (awaited.length > 0) return translate('bill.state.get', { amount: amount(awaited) });
  return translate(owed.length > 0 ? 'bill.state.sent' : 'bill.state.others');
}

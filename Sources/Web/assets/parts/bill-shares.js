/** Everyone's share of a bill, with its parts and what happened to fractions of a cent. */
import { createElement, createIcon } from '../dom.js';
import { formatCharge, listComponents } from '../bill-model.js';
import { hasMessage, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getViewer } from '../session.js';
import { formatName } from './attendees.js';
import { renderAvatar } from './avatar.js';

/**
 * Renders a row for each share, the person's own first, that unfolds into its parts.
 *
 * @param {any} content a bill or a preview
 * @param {any[]} [balances] those of a stored bill
 */
export function renderShares(content, balances = []) {
  const me = getViewer()?.id;
  const shares = content.shares.toSorted((one, other) =>
    (other.person.id === me) - (one.person.id === me) || one.person.name.localeCompare(other.person.name));
  return createElement('div', { class: 'group bill-shares' },
    shares.map((share) => renderShare(share, content, balances.find(({ person }) => person.id === share.person.id))));
}

function renderShare({ person, amountMinor }, content, balance) {
  const write = (minor) => formatAmount(minor, content.currency);
  return createElement('details', { 'data-key': `share-${person.id}` },
    createElement('summary', { class: 'setting' }, renderAvatar(person),
      createElement('span', { class: 'setting-body' }, createElement('span', { dir: 'auto' }, formatName(person)),
        balance ? createElement('span', { class: 'secondary' }, describeBalance(balance, write)) : null),
      createElement('bdi', { class: 'amount' }, write(amountMinor)), createIcon('chevron', 'mirrored chevron')),
    createElement('ul', { class: 'bill-parts' }, listComponents(content, person.id).map(({ charge, share }) =>
      createElement('li', {}, createElement('span', { dir: 'auto' }, formatCharge(charge, content.charges), renderFraction(share)),
        createElement('bdi', {}, write(share.amountMinor))))));
}

function describeBalance({ paidMinor, owesMinor }, write) {
  const paid = paidMinor > 0 ? translate('bill.paid', { amount: write(paidMinor) }) : null;
  const rest = owesMinor === 0 ? translate('bill.even') : translate(owesMinor > 0 ? 'bill.owes' : 'bill.gets', { amount: write(Math.abs(owesMinor)) });
  return [paid, rest].filter(Boolean).join(' · ');
}

function renderFraction({ fraction }) {
  const key = `bill.fraction.${fraction}`;
  return hasMessage(key) ? createElement('span', { class: 'fine-print' }, ` ${translate(key)}`) : null;
}

/** Explains who pays the cents that are left over; nothing if every charge divides evenly. */
export function renderOddCents({ charges }) {
  const isRounded = charges.some(({ shares }) => shares.some(({ fraction }) => fraction !== 'none'));
  return !isRounded ? null : createElement('details', { class: 'more-fields', 'data-key': 'odd-cents' },
    createElement('summary', { class: 'button plain' }, translate('bill.oddTitle')),
    createElement('p', { class: 'secondary' }, translate('bill.oddText')));
}

/** Renders the charges with the total, the taxes within the prices, and how far the receipt's total is off. */
export function renderCharges(content) {
  const write = (minor) => formatAmount(minor, content.currency);
  const row = (name, minor, note) => createElement('li', {},
    createElement('span', { dir: 'auto' }, name, note ? createElement('span', { class: 'fine-print' }, ` ${note}`) : null), createElement('bdi', {}, write(minor)));
  return createElement('ul', { class: 'bill-parts total' },
    content.charges.map((charge) => row(formatCharge(charge, content.charges), charge.amountMinor, describeSharers(charge, content.shares.length))),
    row(createElement('strong', {}, translate('bill.total')), content.totalMinor),
    content.includedTaxes.map(({ percent, amountMinor }) => row(translate('bill.includedTax', { percent: Number(percent) }), amountMinor)),
    content.receiptDifferenceMinor
      ? createElement('li', { class: 'error' }, translate(content.receiptDifferenceMinor > 0 ? 'bill.receiptAbove' : 'bill.receiptBelow', { amount: write(Math.abs(content.receiptDifferenceMinor)) }))
      : null);
}

/** Names the people of an item, unless everyone shares it. */
function describeSharers({ kind, basis, shares, visitor, treat }, everyone) {
  if (visitor) return translate('bill.forVisitor', { name: visitor });
  if (treat || kind !== 'items' && basis !== 'named' || shares.length === everyone) return null;
  return translate('bill.sharedBy', { count: shares.length, name: formatName(shares[0].person) });
}

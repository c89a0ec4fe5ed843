/** Paying the person's part online: at the provider's page, which alone takes the card. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getCurrentPerson } from '../session.js';
import { createForm } from './form.js';

/**
 * Creates the function that renders the section; nothing if the bill cannot be paid online and never was. The form stays the same while the amount does, so that a live
 * change takes away neither a choice nor an error.
 *
 * @returns {(bill: any, online: { payableMinor: number | null, hasCard: boolean, checkouts: any[] }) => Node | null}
 */
export function createOnlineRenderer() {
  let offer = null;
  let form = null;
  return (bill, online) => {
    const current = JSON.stringify([bill.id, bill.currency, online.payableMinor]);
    if (current !== offer) form = online.payableMinor ? renderForm(bill, online) : null;
    offer = current;
    return renderOnline(online, form);
  };
}

function renderOnline(online, form) {
  const states = online.checkouts.flatMap((checkout, index) => describe(checkout, index === 0));
  if (!form && states.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'bill-online' },
    createElement('h2', { id: 'bill-online' }, translate('bill.online')),
    states.map((text) => createElement('p', { class: 'spaced', role: 'status' }, text)),
    form);
}

function describe({ state, amountMinor, refundedMinor, currency }, isNewest) {
  const text = (key, minor) => translate(key, { amount: formatAmount(minor, currency) });
  switch (state) {
    case 'open': return isNewest ? [text('bill.onlineOpen', amountMinor)] : [];
    case 'paid': case 'refunded': return [text('bill.onlinePaid', amountMinor), ...refundedMinor > 0 ? [text('bill.onlineRefunded', refundedMinor)] : []];
    case 'mismatched': return [translate('bill.onlineMismatched')];
    default: return [];
  }
}

function renderForm(bill, { payableMinor, hasCard }) {
  const send = async ({ remember }) => {
    const { url } = await post(`/v1/outings/${bill.outing}/bills/${bill.id}/checkouts`, remember ? { remember: true } : {});
    if (url) location.assign(url);
  };
  // Guests have no account to which a card could belong.
  const remember = getCurrentPerson() ? createElement('label', { class: 'choice' },
    createElement('input', { type: 'checkbox', name: 'remember', value: 'true', checked: hasCard }),
    createElement('span', {}, translate('bill.rememberCard'))) : null;
  return createForm({ label: translate('bill.online'), send },
    createElement('p', { class: 'secondary' }, translate('bill.payOnlineText')),
    remember,
    createElement('div', {}, createElement('button', { class: 'button primary', type: 'submit', 'data-key': 'pay-online' },
      translate('bill.payOnline', { amount: formatAmount(payableMinor, bill.currency) }))));
}

/** The transfers of a bill: what the person owes or gets, the ways to pay, and the states of all others. */
import { isMine, isOpenTransfer } from '../bill-model.js';
import { post, put } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { hasMessage, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getCurrentPerson, getViewer } from '../session.js';
import { runAndRefresh } from './actions.js';
import { formatName } from './attendees.js';
import { createButton, createButtonLink, createExternalLink } from './controls.js';
import { renderCopyField } from './copy-field.js';
import { openFormDialog } from './dialog.js';
import { createPill } from './labels.js';
import { createQRCode } from './qr-code.js';

const PILLS = { asked: ['', 'clock'], sent: ['maybe', 'arrow'], received: ['attending', 'check'], disputed: ['failed', 'warning'], forgiven: ['attending', 'support'] };

/**
 * Renders the transfers: those of the person as cards with actions, the others as rows.
 *
 * @param {any} bill
 * @param {Record<string, any[]>} options the ways to pay each open transfer of the person, by its id
 */
export function renderTransfers(bill, options) {
  const mine = bill.transfers.filter(isMine);
  const others = bill.transfers.filter((transfer) => !isMine(transfer));
  return [
    mine.length > 0 ? createSection('bill-mine', translate('bill.mine'), [...mine.map((transfer) => renderMine(bill, transfer, options[transfer.id])), renderPayoutLink(mine)]) : null,
    others.length > 0 ? createSection('bill-others', translate('bill.others'), createElement('ul', { class: 'group' }, others.map((transfer) => renderOther(bill, transfer)))) : null,
  ];
}

function createSection(id, title, content) {
  return createElement('section', { class: 'section', 'aria-labelledby': id }, createElement('h2', { id }, title), createElement('div', { class: 'bill-rows' }, content));
}

/** Links to the settings, for a member whom others still owe something. */
function renderPayoutLink(mine) {
  const isAwaited = mine.some(({ creditor, state }) => creditor.id === getCurrentPerson()?.id && state === 'asked');
  return isAwaited ? createElement('p', {}, createButtonLink(translate('bill.payoutLink'), '/settings?payouts', { variant: 'plain', key: 'payouts' })) : null;
}

function renderOther({ currency }, { debtor, creditor, amountMinor, state }) {
  const names = { debtor: formatName(debtor), creditor: formatName(creditor), amount: formatAmount(amountMinor, currency) };
  return createElement('li', { class: 'setting wrap' }, createElement('span', { class: 'setting-body' }, translate('bill.between', names)), createStatePill(state));
}

function createStatePill(state) {
  return createPill(...PILLS[state] ?? PILLS.asked, hasMessage(`bill.transfer.${state}`) ? translate(`bill.transfer.${state}`) : state);
}

function renderMine(bill, transfer, options) {
  const owes = transfer.debtor.id === getViewer().id;
  const name = (owes ? transfer.creditor : transfer.debtor).name;
  const amount = formatAmount(transfer.amountMinor, bill.currency);
  return createElement('article', { class: 'group transfer' },
    createElement('div', { class: 'setting wrap' },
      createElement('h3', { class: 'setting-body' }, translate(owes ? 'bill.youPay' : 'bill.paysYou', { name, amount })), createStatePill(transfer.state)),
    owes && isOpenTransfer(transfer) ? renderOptions(transfer, options ?? []) : null,
    renderActions(bill, transfer, { owes, name, amount }));
}

function renderActions(bill, transfer, { owes, name, amount }) {
  const { state } = transfer;
  const path = `/v1/outings/${bill.outing}/bills/${bill.id}/transfers/${transfer.id}`;
  const say = (verdict, done) => () => runAndRefresh(() => put(`${path}/state`, { state: verdict }), translate(done, { name }));
  const confirm = (verdict, done) => () => openFormDialog({
    title: translate(`bill.${verdict}Title`, { name, amount }), text: translate(`bill.${verdict}Text`, { name }), yes: translate(`bill.${verdict}`),
    act: say(verdict, done),
  });
  const button = (key, act, variant = '') => createButton(translate(`bill.${key}`), act, { variant, key: `${key}-${transfer.id}` });
  if (!isOpenTransfer(transfer)) return null;
  if (owes) {
    if (state === 'sent') return createElement('p', { class: 'setting secondary' }, translate('bill.waiting', { name }));
    return createElement('div', { class: 'setting actions' },
      button('sent', () => runAndRefresh(() => put(`${path}/sent`), translate('bill.sentDone', { name })), 'primary'));
  }
  return createElement('div', { class: 'setting actions' },
    button('received', state === 'sent' ? say('received', 'bill.receivedDone') : confirm('received', 'bill.receivedDone'), state === 'sent' ? 'primary' : ''),
    state === 'sent'
      ? button('disputed', say('disputed', 'bill.disputedDone'))
      : button('nudge', () => runAndRefresh(() => post(`${path}/nudge`), translate('bill.nudgeDone', { name }))),
    button('forgiven', confirm('forgiven', 'bill.forgivenDone'), 'plain'));
}

/** Renders the ways to pay: codes to scan, links to open, and values to copy. */
function renderOptions(transfer, options) {
  if (options.length === 0) {
    return createElement('p', { class: 'setting secondary' }, translate('bill.noOptions', { name: transfer.creditor.name, code: transfer.code }));
  }
  return options.map((option, at) => createElement('details', { class: 'payment-option', 'data-key': `option-${transfer.id}-${option.kind}-${at}`, open: at === 0 },
    createElement('summary', { class: 'setting' }, createElement('span', { class: 'setting-body' }, formatOption(option)), createIcon('chevron', 'mirrored chevron')),
    option.qrCode ? createElement('figure', {}, createQRCode(option.qrCode, translate('bill.codeLabel', { way: formatOption(option) })),
      createElement('figcaption', { class: 'secondary' }, translate('bill.codeText'))) : null,
    option.url ? createElement('p', { class: 'setting' }, createExternalLink(translate('bill.openLink', { way: formatOption(option) }), option.url)) : null,
    option.fields.map(({ label, text }) => renderCopyField(translate(hasMessage(`bill.field.${label}`) ? `bill.field.${label}` : 'bill.field.value'), text))));
}

function formatOption({ kind, label }) {
  return label ?? translate(hasMessage(`bill.way.${kind}`) ? `bill.way.${kind}` : 'bill.way.other');
}

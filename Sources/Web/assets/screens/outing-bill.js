/** A bill: the person's part, transfers with the ways to pay, everyone's share, and its versions. */
import { get, getAll } from '../api.js';
import { canCorrect, describeBill, isOpenTransfer } from '../bill-model.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { isOver } from '../outing-model.js';
import { getViewer } from '../session.js';
import { formatDateTimeInSentence } from '../time.js';
import { renderBanner } from '../parts/banner.js';
import { createOnlineRenderer } from '../parts/bill-online.js';
import { renderPayments } from '../parts/bill-payments.js';
import { renderCharges, renderOddCents, renderShares } from '../parts/bill-shares.js';
import { renderTransfers } from '../parts/bill-transfers.js';
import { createButtonLink } from '../parts/controls.js';
import { renderOutingHeader } from '../parts/outing-header.js';

export default async function loadBillScreen({ parameters: { id }, query, signal }) {
  const path = `/v1/outings/${id}`;
  const page = createElement('div', { class: 'section-stack' });
  const version = query.get('version');
  const renderOnline = createOnlineRenderer();
  const draw = async (options) => {
    const [outing, attendees, bills] = await Promise.all([get(path, options), getAll(`${path}/attendees`, options), get(`${path}/bills`, options)]);
    const newest = bills.items.find((bill) => bill.id === query.get('bill')) ?? bills.items.at(-1);
    const bill = newest && version ? await get(`${path}/bills/${newest.id}/versions/${version}`, options) : newest;
    const [ways, online] = bill && !version ? await Promise.all([fetchOptions(bill, options), document.body.dataset.payments === 'online' ? get(`${path}/bills/${bill.id}/checkouts`, options) : null]) : [{}, null];
    redrawKeepingOpen(page, bill ? renderBill(bill, newest, outing, attendees, bills.items, ways, online && renderOnline(bill, online)) : renderNone(outing));
    return outing;
  };
  const outing = await draw({ signal });
  return {
    title: translate('bill.pageTitle', { title: outing.title }),
    content: createElement('div', { class: 'section-stack narrow' },
      renderOutingHeader(outing, translate('bill.title')),
      page),
    concerns: (happening) => happening.outing === id,
    follows: isOver(outing) ? id : null,
    refresh: () => draw(),
  };
}

/** Fetches the ways to pay the transfers that the person owes, by the transfer's id. */
async function fetchOptions(bill, options) {
  const owed = bill.transfers.filter((transfer) => transfer.debtor.id === getViewer()?.id && isOpenTransfer(transfer));
  return Object.fromEntries(await Promise.all(owed.map(async ({ id }) =>
    [id, (await get(`/v1/outings/${bill.outing}/bills/${bill.id}/transfers/${id}/options`, options)).items])));
}

function renderBill(bill, newest, outing, attendees, bills, ways, online) {
  const isFormer = bill.version !== newest.version;
  const people = attendees.filter(({ status }) => status !== 'declined').map(({ person }) => person);
  return [
    renderOtherBills(bill, outing, bills),
    isFormer ? renderBanner({
      icon: 'history', title: translate('bill.former', { version: bill.version }), text: translate('bill.formerText'),
      action: createButtonLink(translate('bill.newest'), `/outings/${outing.id}/bill?bill=${bill.id}`),
    }) : renderSummary(bill, outing),
    isFormer ? null : renderTransfers(bill, ways),
    isFormer ? null : online,
    createElement('section', { class: 'section', 'aria-labelledby': 'bill-shares' },
      createElement('h2', { id: 'bill-shares' }, translate('bill.shares')), renderShares(bill, isFormer ? [] : bill.balances), renderOddCents(bill)),
    isFormer ? null : renderPayments(bill, outing, people),
    createElement('section', { class: 'section', 'aria-labelledby': 'bill-charges' },
      createElement('h2', { id: 'bill-charges' }, translate('bill.whatItHas')), renderCharges(bill)),
    renderVersions(bill, newest, outing),
  ];
}

function renderSummary(bill, outing) {
  const mine = bill.shares.find(({ person }) => person.id === getViewer()?.id);
  return createElement('section', { class: 'group bill-summary' },
    createElement('p', {}, createElement('span', { class: 'secondary' }, translate('bill.total')), createElement('bdi', { class: 'lead' }, formatAmount(bill.totalMinor, bill.currency))),
    mine ? createElement('p', {}, createElement('span', { class: 'secondary' }, translate('bill.myShare')), createElement('bdi', { class: 'lead' }, formatAmount(mine.amountMinor, bill.currency))) : null,
    createElement('p', { class: 'setting-body', role: 'status' }, createElement('strong', {}, describeBill(bill))),
    canCorrect(bill, outing) ? createElement('p', { class: 'actions' }, createButtonLink(translate('bill.correct'), `/outings/${outing.id}/bill/edit?bill=${bill.id}`, { icon: 'pencil', key: 'correct' })) : null);
}

function renderOtherBills(bill, outing, bills) {
  const others = bills.filter(({ id }) => id !== bill.id);
  return others.length === 0 ? null : createElement('nav', { class: 'actions', 'aria-label': translate('bill.otherBills') },
    others.map((other) => createButtonLink(formatAmount(other.totalMinor, other.currency), `/outings/${outing.id}/bill?bill=${other.id}`, { icon: 'receipt', key: `bill-${other.id}` })));
}

function describeMaker({ version, madeBy }, moment) {
  if (madeBy && madeBy.id === getViewer()?.id) return translate('bill.madeByYou', { version, moment });
  return translate('bill.made', { version, moment, name: madeBy?.name ?? translate('bill.someone') });
}

function renderVersions(bill, newest, outing) {
  const at = formatDateTimeInSentence(bill.at, outing.timeZone);
  const former = Array.from({ length: newest.version }, (_, index) => index + 1).filter((version) => version !== bill.version);
  return createElement('footer', { class: 'form' },
    createElement('p', { class: 'secondary' }, describeMaker(bill, at)),
    former.length > 0 ? createElement('p', { class: 'actions' }, former.map((version) =>
      createButtonLink(translate('bill.version', { version }), `/outings/${outing.id}/bill?bill=${bill.id}${version === newest.version ? '' : `&version=${version}`}`, { variant: 'plain', key: `version-${version}` }))) : null,
    createElement('p', {}, createButtonLink(translate('bill.another'), `/outings/${outing.id}/bill/edit`, { variant: 'plain', icon: 'plus', key: 'another' })));
}

function renderNone(outing) {
  return createElement('div', { class: 'form' }, createElement('p', { class: 'lead' }, translate('bill.none')),
    createElement('p', {}, createButtonLink(translate('bill.split'), `/outings/${outing.id}/bill/edit`, { variant: 'primary', icon: 'receipt' })));
}

/** Redraws, and keeps what the person has unfolded or folded. */
function redrawKeepingOpen(node, ...children) {
  const list = () => [...node.querySelectorAll('details[data-key]')];
  const before = new Map(list().map((details) => [details.dataset.key, details.open]));
  redraw(node, ...children);
  for (const details of list()) details.open = before.get(details.dataset.key) ?? details.open;
}

/** Splitting a bill, or correcting one. The shares that result are shown beside the fields. */
import { createIdempotencyKey, get, getAll, post, Problem, put, read } from '../api.js';
import {
  createBillDraft, createBillRequest, createCharge, createDraftOfBill, createDraftOfOrder, createPaymentRequests, createRefund, createRefundRequests, listLowering,
} from '../bill-draft.js';
import { listPayers } from '../bill-model.js';
import { createElement, redraw } from '../dom.js';
import { findDraft } from '../form-drafts.js';
import { translate } from '../localization.js';
import { formatAmount, formatAmountForField, guessCurrency, parseAmount } from '../money.js';
import { fetchOrder, runsOrder, withListedNames } from '../order-model.js';
import { navigate } from '../page.js';
import { getViewer } from '../session.js';
import { renderBanner } from '../parts/banner.js';
import { createBillEditor } from '../parts/bill-editor.js';
import { renderCharges, renderOddCents, renderShares } from '../parts/bill-shares.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { clearErrors, createForm } from '../parts/form.js';
import { renderOutingHeader } from '../parts/outing-header.js';
import { showToast } from '../parts/toast.js';

const PREVIEW_DELAY_MS = 500;

export default async function loadEditBillScreen({ parameters: { id }, query, signal }) {
  const path = `/v1/outings/${id}`;
  const address = query.has('bill') ? `${path}/bills/${query.get('bill')}` : null;
  let [outing, attendees, stored, order, bills] = await Promise.all([
    get(path, { signal }), getAll(`${path}/attendees`, { signal }), address ? read(address, { signal }) : null,
    address ? null : fetchOrder(id, { signal }), address ? null : get(`${path}/bills`, { signal }),
  ]);
  const takesPicks = order?.state === 'open' && order.lines.length > 0;
  const billed = !takesPicks && canBill(outing, order, bills) ? withListedNames(order, attendees) : null;
  const eaters = attendees.filter(({ status }) => status === 'attending').map(({ person }) => person);
  const people = listPeople(attendees, stored?.body);
  const payers = stored ? listPayers(stored.body) : [];
  const first = createFirstDraft();
  let timer = null;
  let newest = 0;
  const draftKey = address ? `bill-${stored.body.id}` : `bill-of-${billed?.id ?? id}`;

  const preview = createElement('div', { class: 'form', 'aria-live': 'polite' });
  const editor = createBillEditor(first, people, { hasPayments: !address, hasFixedCurrency: Boolean(address), payers, onChange: planPreview });
  const excess = createElement('div', {}); // what to do with payments above the total
  const node = createForm({ send: save, draft: draftKey }, excess, editor.node);
  const createRequest = () => createBillRequest(editor.getDraft(), translate('bill.refundLabel'));
  node.id = 'bill-editor';

  function createFirstDraft() {
    const payer = getViewer().id;
    const all = eaters.length > 0 ? eaters : people;
    if (address) return { ...createDraftOfBill(stored.body, all), version: stored.body.version };
    return billed ? createDraftOfOrder(billed, all, payer) : createBillDraft(order?.currency ?? guessCurrency(outing.timeZone), all, payer);
  }

  function planPreview() {
    clearTimeout(timer);
    timer = setTimeout(() => node.isConnected && drawPreview(), PREVIEW_DELAY_MS);
  }

  /** Shows what the draft would mean. An answer that comes after a newer request is dropped. */
  async function drawPreview() {
    newest += 1;
    const number = newest;
    const answer = node.checkValidity()
      ? await post(`${path}/bills/preview`, createRequest()).then(renderPreview, explain)
      : createElement('p', { class: 'secondary' }, translate('bill.previewEmpty'));
    if (number === newest) redraw(preview, answer);
  }

  async function save() {
    const draft = editor.getDraft();
    const body = createRequest();
    redraw(excess);
    try {
      const { id: bill } = address ? await correct({ ...body, refunds: createRefundRequests(draft) }) : await create(body, draft);
      navigate(`/outings/${id}/bill?bill=${bill}`, { replace: true });
      showToast(translate(address ? 'bill.corrected' : 'bill.saved'));
      return true;
    } catch (error) {
      if (error.code === 'overpaid') {
        redraw(excess, renderExcess(error.byMinor));
        excess.querySelector('button').focus();
      }
      throw error instanceof Problem ? placeErrors(error) : error;
    }
  }

  /** Offers what payments above the total can be: a tip, change, or money that the place paid back. */
  function renderExcess(byMinor) {
    const { currency, payments } = editor.getDraft();
    const size = formatAmountForField(byMinor, currency);
    const cash = payments.find(({ amount, method }) => method === 'cash' && parseAmount(amount, currency) > byMinor);
    const offer = (key, act) => createButton(translate(`bill.${key}`, { amount: formatAmount(byMinor, currency) }), () => {
      redraw(excess);
      clearErrors(node);
      editor.change(act);
      document.querySelector('[form=bill-editor]').focus();
    }, { key });
    return createElement('div', { class: 'actions' },
      offer('excessTip', ({ charges }) => charges.push({ ...createCharge('tip'), isPercent: false, size, basis: 'named', sharers: { [payments[0]?.person ?? payers[0].id]: 1 } })),
      cash ? offer('excessChange', () => { cash.amount = formatAmountForField(parseAmount(cash.amount, currency) - byMinor, currency); }) : null,
      payers.length > 0 ? offer('excessRefund', ({ refunds }) => refunds.push(createRefund(payers[0].id, size, 'none'))) : null);
  }

  async function create(body, draft) {
    const { totalMinor } = await post(`${path}/bills/preview`, body);
    return post(`${path}/bills`, { ...body, payments: totalMinor > 0 ? createPaymentRequests(draft, totalMinor) : [] });
  }

  const countRefunds = () => stored.body.payments.filter(({ refund }) => refund).length;

  /** Saves a new version. If another person was faster, what is typed stays, and saving again replaces theirs. */
  async function correct(body) {
    try {
      return await put(address, body, { key: createIdempotencyKey(), tag: stored.tag });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412) throw error;
      const former = countRefunds();
      stored = await read(address);
      // An answer that was lost, or another person, has recorded a refund. It would count twice.
      if (countRefunds() > former) editor.change((draft) => { draft.refunds = []; });
      throw new Problem({ status: 412, code: error.code, detail: translate('bill.changedMeanwhile') });
    }
  }

  /** Fields are named after the whole pointer: `/items/0/amount` is at `items-0-amount`, or else at `items-0`. */
  function placeErrors(problem) {
    for (const fault of problem.errors) {
      const parts = replaceDiscount((fault.pointer ?? '').split('/').slice(1));
      while (parts.length > 1 && !node.querySelector(`[data-field="${CSS.escape(parts.join('-'))}"]`)) parts.pop();
      fault.pointer = `/${parts.join('-')}`;
    }
    return problem;
  }

  /** The last charges are the discounts of what the place paid back, whose amounts are typed there. */
  function replaceDiscount([member, index, ...rest]) {
    const draft = editor.getDraft();
    const refund = member === 'charges' ? listLowering(draft)[Number(index) - draft.charges.length] : undefined;
    return refund ? ['refunds', String(draft.refunds.indexOf(refund)), 'amount'] : [member, index, ...rest].filter((part) => part !== undefined);
  }

  // Saving notifies people, so it takes the button.
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.matches('input')) event.preventDefault();
  });

  drawPreview();
  return {
    title: translate('bill.editTitle', { title: outing.title }),
    content: createElement('div', { class: 'section-stack' },
      renderOutingHeader(outing, translate(address ? 'bill.editHeading' : 'bill.split'),
        address ? `/outings/${id}/bill?bill=${stored.body.id}` : undefined),
      takesPicks ? renderOpenPicks(outing) : null,
      renderStaleDraft(findDraft(draftKey, getViewer().id), stored?.body),
      createElement('div', { class: 'editor' }, node,
        createElement('aside', { class: 'bill-preview form', 'aria-labelledby': 'bill-preview' },
          createElement('h2', { id: 'bill-preview' }, translate('bill.preview')), preview,
          createElement('button', { class: 'button primary large wide', type: 'submit', form: 'bill-editor' }, translate(address ? 'bill.saveCorrection' : 'bill.save')),
          createElement('p', { class: 'fine-print' }, translate(address ? 'bill.correctionText' : 'bill.saveText'))))),
    concerns: () => false,
  };
}

/** Returns whether a new bill can have the dishes of the order: the viewer sees them all, and no bill has them yet. */
function canBill(outing, order, bills) {
  return Boolean(order) && order.state !== 'cancelled' && order.lines.length > 0 && (order.linesVisible || runsOrder(outing, order))
    && !bills.items.some((bill) => bill.order === order.id);
}

function renderOpenPicks(outing) {
  return renderBanner({
    icon: 'clock', title: translate('bill.picksOpen'), text: translate('bill.picksOpenText'), tone: 'highlight',
    action: createButtonLink(translate('order.title'), `/outings/${outing.id}#order`),
  });
}

/** Returns who can share the bill: everyone on the list who did not decline, and people with a share already; the person first. */
function listPeople(attendees, bill) {
  const listed = attendees.filter(({ status }) => status !== 'declined').map(({ person }) => person);
  const billed = (bill?.shares ?? []).map(({ person }) => person).filter(({ id }) => !listed.some((one) => one.id === id));
  return [...listed, ...billed].sort((one, other) => (other.id === getViewer().id) - (one.id === getViewer().id));
}

function renderPreview(content) {
  return [renderShares(content), renderOddCents(content), renderCharges(content)];
}

function explain(error) {
  if (!(error instanceof Problem)) throw error;
  return createElement('p', { class: 'secondary' }, error.errors[0]?.detail ?? error.message);
}

/** Warns that what was typed began with an older version. */
function renderStaleDraft(typed, bill) {
  const version = typed?.draft ? JSON.parse(typed.draft).version : null;
  return version && version !== bill?.version ? createElement('p', { class: 'banner highlight' }, translate('bill.changedMeanwhile')) : null;
}

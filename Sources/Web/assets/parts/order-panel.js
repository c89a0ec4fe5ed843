/** The group order on an outing's page: its state, the dishes, who has not picked, and what its coordinator can do. */
import { post, put, remove } from '../api.js';
import { createElement } from '../dom.js';
import { formatList, hasMessage, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import {
  canOpenOrder, canPick, getOrderPath, getOwnLines, getOwnTotal, isOverLimit, isPastDeadline, isPlacedLater, runsOrder, withListedNames,
} from '../order-model.js';
import { isOver } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { getViewer } from '../session.js';
import { formatDateTimeInSentence } from '../time.js';
import { runAndRefresh, tryAction } from './actions.js';
import { createButton, createButtonLink } from './controls.js';
import { openFormDialog } from './dialog.js';
import { createPill } from './labels.js';
import { nudge, renderOrderControls } from './order-controls.js';
import { openNewOrderForm } from './order-form.js';
import { openOrderLineForm } from './order-line-form.js';
import { renderOthersLines, renderOwnLines, renderQueuedDishes, renderStruckLines } from './order-lines.js';
import { showToast } from './toast.js';

const STATE_STYLES = {
  open: ['attending', 'clock'], over: ['', 'lock'], locked: ['', 'lock'], placed: ['maybe', 'check'], accepted: ['maybe', 'check'], preparing: ['maybe', 'clock'],
  ready: ['attending', 'check'], handed_over: ['', 'check'], cancelled: ['failed', 'cross'],
};
const BILLED = ['placed', 'accepted', 'preparing', 'ready', 'handed_over'];
const SERVICE_REASONS = ['empty', 'outing_cancelled', 'place_changed'];

/**
 * Renders the panel; null if there is no order and the viewer cannot open one.
 *
 * @param {any} outing
 * @param {any[]} attendees
 * @param {any} fetched see `fetchOrder`
 * @param {any[]} queued the viewer's dishes that were not sent yet
 */
export function renderOrderPanel(outing, attendees, fetched, queued) {
  if (fetched === undefined || (fetched === null && !canOpenOrder(outing, fetched))) return null;
  const order = fetched && withListedNames(fetched, attendees);
  const context = { outing, attendees, order, queued };
  const hasSheet = order && runsOrder(outing, order) && order.portions > 0;
  return createElement('section', { class: 'section order', 'aria-labelledby': 'order' },
    createElement('div', { class: 'section-head' }, createElement('h2', { id: 'order' }, translate('order.title')),
      hasSheet ? createElement('a', { href: `/outings/${outing.id}/order/sheet`, 'data-key': 'sheet' }, translate('order.sheet')) : null),
    order ? createElement('div', { class: 'group order-card' }, renderState(context),
      renderOwn(context), renderOthers(context), renderMissing(context), renderBillLink(context), renderOrderControls(context)) : null,
    canOpenOrder(outing, order) ? renderStart(outing, attendees, order) : null);
}

function renderStart(outing, attendees, order) {
  return [
    order ? null : createElement('p', { class: 'secondary' }, translate('order.startText')),
    createElement('p', { class: 'actions' }, createButton(translate('order.start'), () => openNewOrderForm(outing, attendees, order), { icon: 'plus', key: 'order-start' })),
  ];
}

function renderState({ outing, order }) {
  const isOpen = order.state === 'open';
  const name = isOpen && !order.takesPicks ? 'over' : order.state;
  const facts = [
    order.takenBy ? translate('order.takenBy', { name: order.takenBy }) : null,
    order.limitPerHeadMinor === null ? null : translate('order.limit', { amount: formatAmount(order.limitPerHeadMinor, order.currency) }),
    isOpen || order.state === 'locked' ? describeCoordinator(order) : null,
    order.fulfilment === 'dine_in' ? null : translate(`order.how.${order.fulfilment}`),
    order.address,
    isOver(outing) || order.portions === 0 ? null : describeTotal(order),
  ];
  return createElement('div', { class: 'order-part' },
    createElement('p', { class: 'actions' }, createOrderStatePill(name)),
    createElement('p', { dir: 'auto' }, describeState(order)),
    order.rejection && order.state === 'locked' ? createElement('p', { class: 'error', dir: 'auto' }, translate('order.rejected', { place: order.place, words: order.rejection })) : null,
    order.startMovedAt && BILLED.includes(order.state) ? createElement('p', { class: 'error', dir: 'auto' }, describeMovedStart(order)) : null,
    createElement('div', {}, facts.filter(Boolean).map((fact) => createElement('p', { class: 'secondary', dir: 'auto' }, fact))),
    order.note ? createElement('p', { class: 'fact-note', dir: 'auto' }, order.note) : null);
}

/** Creates the pill of a state, or of an open order whose picks are `over`. */
export function createOrderStatePill(name) {
  return createPill(...STATE_STYLES[name] ?? ['', 'question'], translate(hasMessage(`order.state.${name}`) ? `order.state.${name}` : 'orderHistory.other'));
}

function describeState(order) {
  const moment = (instant) => formatDateTimeInSentence(instant, order.timeZone);
  const { place, state } = order;
  if (state === 'open' && !order.takesPicks) return translate('order.says.over', { moment: moment(order.closesAt) });
  if (state === 'open' && isPastDeadline(order)) return translate('order.says.late', { moment: moment(order.closesAt) });
  if (state === 'locked' && isPlacedLater(order)) return translate('order.says.lockedUntil', { place, moment: moment(order.closesAt) });
  if (state === 'open') return order.closesAt ? translate('order.says.openUntil', { moment: moment(order.closesAt) }) : translate('order.says.open');
  if (state === 'cancelled') {
    if (SERVICE_REASONS.includes(order.cancelReason)) return translate(`order.says.${order.cancelReason}`);
    return order.cancelReason ? translate('order.says.cancelledWhy', { reason: order.cancelReason }) : translate('order.says.cancelled');
  }
  if (order.promisedAt && ['accepted', 'preparing'].includes(state)) return translate('order.says.promised', { place, moment: moment(order.promisedAt) });
  if (isCoordinator(order) && hasMessage(`order.saysYours.${state}`)) return translate(`order.saysYours.${state}`, { place });
  return hasMessage(`order.says.${state}`) ? translate(`order.says.${state}`, { place, name: order.coordinator.name }) : '';
}

/** Says that the outing has moved since the food was ordered for a time. */
function describeMovedStart({ promisedAt, dueAt, timeZone }) {
  const instant = promisedAt ?? dueAt;
  return instant ? translate('order.startMoved', { moment: formatDateTimeInSentence(instant, timeZone) }) : translate('order.startMovedUndated');
}

function describeCoordinator(order) {
  return isCoordinator(order) ? translate('order.runByYou') : translate('order.runBy', { name: order.coordinator.name });
}

const isCoordinator = ({ coordinator }) => coordinator.id === getViewer()?.id;

function describeTotal({ portions, totalMinor, unpriced, currency }) {
  const amount = formatAmount(totalMinor, currency);
  return unpriced > 0 ? translate('order.totalUnpriced', { count: portions, amount, unpriced }) : translate('order.total', { count: portions, amount });
}

function renderOwn(context) {
  const { outing, order, attendees, queued } = context;
  const hasLines = getOwnLines(order).length > 0;
  const hasDishes = hasLines || queued.length > 0;
  const mayPick = canPick(outing, order);
  if (!hasDishes && !mayPick && !order.takesPicks) return null;
  const status = order.passed ? translate('order.passed') : mayPick ? translate('order.nothingYet') : translate('order.answerFirst');
  return createElement('div', { class: 'order-part', role: 'group', 'aria-labelledby': 'order-mine' },
    createElement('h3', { id: 'order-mine' }, translate('order.mine')),
    hasDishes ? [hasLines ? renderOwnLines(context) : null, renderQueuedDishes(queued)] : createElement('p', { class: 'secondary' }, status),
    renderStruckLines(context),
    order.takesPicks ? renderRepetition(order, hasLines) : null,
    hasLines ? createElement('p', { class: 'secondary' }, translate('order.ownTotal', { amount: formatAmount(getOwnTotal(order), order.currency) })) : null,
    isOverLimit(order) ? createElement('p', { class: 'error' }, translate('order.overLimit', { amount: formatAmount(order.limitPerHeadMinor, order.currency) })) : null,
    mayPick ? createElement('div', { class: 'actions' },
      order.menuVersion ? createButtonLink(translate('dishMenu.choose'), `/outings/${outing.id}/order/menu`, { variant: hasDishes || order.passed ? '' : 'primary', icon: 'plus', key: 'order-menu' }) : null,
      createButton(translate('order.add'), () => openOrderLineForm(outing, order, attendees), { variant: order.menuVersion ? 'plain' : hasDishes || order.passed ? '' : 'primary', icon: 'plus', key: 'order-add' }),
      hasDishes ? null : [
        createButton(translate('order.again'), () => proposeLastOrder(outing, order), { variant: 'plain', key: 'order-again' }),
        createButton(translate(order.passed ? 'order.unpass' : 'order.pass'), () => setPass(outing, !order.passed), { variant: 'plain', key: 'order-pass' }),
      ]) : null);
}

/** Says what the viewer's standing order did, and why not more. */
function renderRepetition({ repetition, ...order }, hasLines) {
  if (!repetition) return null;
  return [
    repetition.added > 0 && hasLines ? createElement('p', { class: 'secondary' }, translate('order.repeated')) : null,
    repetition.skipped.map((omission) => renderOmission(omission, order)),
  ];
}

function renderOmission({ name, why, previousUnitMinor, unitMinor }, { currency }) {
  const isKnown = previousUnitMinor !== null && unitMinor !== null;
  const key = why === 'price_moved' && !isKnown ? 'price_unknown' : why;
  const values = isKnown ? { now: formatAmount(unitMinor, currency), before: formatAmount(previousUnitMinor, currency) } : {};
  return createElement('p', { class: 'secondary', dir: 'auto' }, hasMessage(`order.skipped.${key}`) ? translate(`order.skipped.${key}`, { name, ...values }) : name);
}

function setPass(outing, isPassing) {
  const path = `${getOrderPath(outing.id)}/pass`;
  return runAndRefresh(() => (isPassing ? put(path) : remove(path)));
}

/** Shows what the viewer ordered from the place the last time, and orders it once they agree. */
function proposeLastOrder(outing, order) {
  const path = `${getOrderPath(outing.id)}/lines/again`;
  return tryAction(async () => {
    const { added, skipped, vanished } = await post(path, { preview: true });
    openFormDialog({
      title: translate('order.again'),
      text: added.length > 0 ? null : translate('order.againNothing'),
      fields: [
        vanished ? createElement('p', { class: 'error' }, translate('place.vanished')) : null,
        createElement('ul', { class: 'bullets' }, added.map(({ name, options, totalMinor }) => createElement('li', { dir: 'auto' },
          [name, options, totalMinor === null ? null : formatAmount(totalMinor, order.currency)].filter(Boolean).join(' · ')))),
        skipped.map((omission) => renderOmission(omission, order)),
      ],
      yes: translate(added.length > 0 ? 'order.againYes' : 'action.understood'),
      act: async () => {
        if (added.length === 0) return;
        await post(path);
        showToast(translate('order.againDone'));
        refreshScreen();
      },
    });
  });
}

function renderOthers(context) {
  const { order, outing } = context;
  const lines = renderOthersLines(context);
  if (lines || order.linesVisible || runsOrder(outing, order)) return lines;
  return createElement('p', { class: 'order-part secondary' }, translate('order.hidden', { name: order.coordinator.name }));
}

/** Food may be paid for when it is ordered: an outing has its own section for bills once it has begun. */
function renderBillLink({ outing, order }) {
  if (!BILLED.includes(order.state) || !outing.myAttendance) return null;
  return createElement('p', { class: 'order-part actions' },
    createButtonLink(translate(order.settledAt ? 'bill.state.settled' : 'bill.title'), `/outings/${outing.id}/bill`, { variant: 'plain', icon: 'receipt', key: 'order-bill' }),
    createButtonLink(translate('order.receipt'), `/outings/${outing.id}/order/receipt`, { variant: 'plain', key: 'order-receipt' }));
}

function renderMissing({ outing, order }) {
  if (!order.takesPicks || order.missing.length === 0) return null;
  const me = getViewer()?.id;
  const names = order.missing.filter(({ id }) => id !== me).map(({ name }) => name);
  if (names.length === 0) return null;
  return createElement('div', { class: 'order-part' },
    createElement('p', { class: 'secondary' }, translate('order.missing', { names: formatList(names) })),
    runsOrder(outing, order) ? createElement('p', { class: 'actions' }, createButton(translate('order.nudge'), () => nudge(outing), { variant: 'plain', icon: 'wave', key: 'order-nudge' })) : null);
}

/** What a coordinator can do with an order: close it, place it with the restaurant, and say how far it is. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { formatList, hasMessage, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getOrderPath, runsOrder } from '../order-model.js';
import { isHost } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { formatDateTimeInSentence, toWallTime } from '../time.js';
import { runAndRefresh } from './actions.js';
import { createButton } from './controls.js';
import { confirmAction, openFormDialog } from './dialog.js';
import { createField } from './form.js';
import { createMenuButton } from './menu.js';
import { createMomentFields, openOrderSettings, readMoment } from './order-form.js';
import { showToast } from './toast.js';

/** Renders the controls; null for people who do not run the order. */
export function renderOrderControls(context) {
  const { outing, order } = context;
  if (!runsOrder(outing, order)) return null;
  const actions = listActions(context);
  const [next, ...rest] = actions;
  if (!next) return null;
  return createElement('div', { class: 'order-part actions' },
    createButton(next.label, next.act, { variant: order.state === 'open' ? '' : 'primary', key: 'order-next' }),
    rest.length > 0 ? createMenuButton(translate('order.title'), rest.map((action) => ({ ...action, asks: true })), 'order-more') : null);
}

/** Returns the actions for the order's state; the first one is the usual next step. */
function listActions({ outing, order, attendees }) {
  const { state } = order;
  const isHosting = isHost(outing);
  const action = (name, act) => ({ label: translate(`order.do.${name}`), act });
  const ready = action('ready', () => confirm(outing, order, 'ready', 'ready'));
  const handedOver = action('handedOver', () => confirm(outing, order, 'handedOver', 'handed_over'));
  const settings = isHosting ? [action('settings', () => openOrderSettings(outing, attendees, order))] : [];
  const cancel = isHosting ? [{ ...action('cancel', () => openCancelDialog(outing, order)), variant: 'danger' }] : [];
  const takeBack = action('takeBack', () => move(outing, order, 'locked', translate('order.done.takeBack')));
  const reprice = order.lines.some(({ currentUnitMinor }) => currentUnitMinor !== undefined) ? [action('reprice', () => openRepriceDialog(outing, order))] : [];
  switch (state) {
    case 'open': return [...(order.portions > 0 ? [action('lock', () => lock(outing, order))] : []), ...reprice, ...settings, ...cancel];
    case 'locked': return [action('place', () => openPlaceDialog(outing, order)), action('reopen', () => openReopenDialog(outing, order)), ...reprice, ...settings, ...cancel];
    case 'placed': return [action('promise', () => openPromiseDialog(outing, order)), ready, handedOver, takeBack, ...settings, ...cancel];
    case 'accepted': return [ready, handedOver, action('promise', () => openPromiseDialog(outing, order)), takeBack, ...settings, ...cancel];
    case 'preparing': return [ready, handedOver];
    case 'ready': return [handedOver];
    default: return [];
  }
}

/** Asks the people who have not picked, after the coordinator has seen who they are. */
export function nudge(outing) {
  return runAndRefresh(async () => {
    const { items } = await post(`${getOrderPath(outing.id)}/nudge`);
    showToast(translate('order.nudged', { names: formatList(items.map(({ name }) => name)) }));
  });
}

const send = (outing, order, to, rest = {}) => post(`${getOrderPath(outing.id)}/transitions`, { from: order.state, to, ...rest });

const move = (outing, order, to, done) => runAndRefresh(() => send(outing, order, to), done);

function lock(outing, order) {
  return runAndRefresh(async () => {
    const locked = await send(outing, order, 'locked');
    showToast(translate('order.done.lock'), { label: translate('action.undo'), act: () => move(outing, locked, 'open', translate('order.done.reopen')) });
  });
}

function openPlaceDialog(outing, order) {
  const warnings = [...order.blockers.map((blocker) => describeBlocker(order, blocker)), order.dueAt && order.placeCheck?.openThen === 'unknown' ? translate('order.hoursUnknown') : null].filter(Boolean);
  openFormDialog({
    title: translate('order.placeTitle', { place: order.place }),
    text: translate('order.placeText'),
    fields: [
      warnings.map((warning) => createElement('p', { class: 'error' }, warning)),
      createField({ name: 'takenBy', label: translate('order.takenByField'), maxlength: 100, autocomplete: 'off' }),
      createMomentFields('promisedAt', translate('order.promisedField'), ''),
    ],
    draft: `order-place-${order.id}`,
    yes: translate('order.do.place'),
    act: async (values) => {
      const promisedAt = readMoment('promisedAt', values);
      await send(outing, order, promisedAt ? 'accepted' : 'placed', {
        ...(promisedAt ? { promisedAt } : {}), ...(values.takenBy ? { takenBy: values.takenBy } : {}), despite: order.blockers,
      });
      showToast(translate('order.done.place'));
      refreshScreen();
    },
  });
}

/** Says what keeps an order from being placed, with how much it is and from when on it would be possible. */
function describeBlocker(order, blocker) {
  const { belowMinimumMinor, aboveMaximumMinor, extraPortions, earliestDueAt } = order.placeCheck ?? {};
  const isPortions = blocker === 'above_maximum' && aboveMaximumMinor === null;
  const key = `order.blocker.${isPortions ? 'above_portions' : blocker}`;
  return translate(hasMessage(key) ? key : 'order.blocker.other', {
    count: isPortions ? extraPortions : order.unpriced,
    amount: formatAmount((blocker === 'below_minimum' ? belowMinimumMinor : aboveMaximumMinor) ?? 0, order.currency),
    moment: earliestDueAt ? formatDateTimeInSentence(earliestDueAt, order.timeZone) : '',
  });
}

function openPromiseDialog(outing, order) {
  const from = order.promisedAt ?? order.dueAt;
  const { date, time } = from ? toWallTime(from, order.timeZone) : { date: '', time: '' };
  openFormDialog({
    title: translate('order.do.promise'),
    text: translate('order.promiseText'),
    fields: [createMomentFields('promisedAt', translate('order.promisedField'), from ? `${date}T${time}` : '', true)],
    yes: translate('action.save'),
    act: async (values) => {
      await send(outing, order, 'accepted', { promisedAt: readMoment('promisedAt', values) });
      refreshScreen();
    },
  });
}

function openReopenDialog(outing, order) {
  openFormDialog({
    title: translate('order.do.reopen'),
    text: translate('order.reopenText'),
    fields: [createMomentFields('closesAt', translate('order.closesAt'), '')],
    yes: translate('order.do.reopen'),
    act: async (values) => {
      const closesAt = readMoment('closesAt', values);
      await send(outing, order, 'open', closesAt ? { closesAt } : {});
      refreshScreen();
    },
  });
}

/** Shows what the menu's new prices change, and uses them once the coordinator has seen it. */
function openRepriceDialog(outing, order) {
  return runAndRefresh(async () => {
    const path = `${getOrderPath(outing.id)}/reprice`;
    const { changed, previousTotalMinor, totalMinor } = await post(path, { preview: true });
    const amount = (minor) => formatAmount(minor, order.currency);
    openFormDialog({
      title: translate('order.do.reprice'),
      text: translate('order.ask.reprice', { old: amount(previousTotalMinor), new: amount(totalMinor) }),
      fields: changed.map(({ name, previousUnitMinor, unitMinor }) => createElement('p', {},
        translate('order.ask.repriceLine', { dish: name, old: previousUnitMinor === null ? translate('order.noPrice') : amount(previousUnitMinor), new: amount(unitMinor) }))),
      yes: translate('order.do.reprice'),
      act: async () => {
        await post(path);
        showToast(translate('order.done.reprice'));
        refreshScreen();
      },
    });
  });
}

/** Asks before a step that cannot be taken back. */
function confirm(outing, order, name, to) {
  const step = `order.do.${name}`;
  confirmAction({ title: step, text: `order.ask.${name}`, yes: step }, { place: order.place }, () => send(outing, order, to));
}

function openCancelDialog(outing, order) {
  openFormDialog({
    title: translate('order.do.cancel'),
    text: translate('order.ask.cancel'),
    fields: [createField({ name: 'reason', label: translate('cancel.reason'), maxlength: 500 })],
    draft: `order-cancel-${order.id}`,
    yes: translate('order.do.cancel'),
    isDanger: true,
    act: async ({ reason }) => {
      await send(outing, order, 'cancelled', reason ? { reason } : {});
      refreshScreen();
    },
  });
}

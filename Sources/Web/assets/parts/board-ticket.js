/** One order on the board of a venue: a ticket with its number, timer, dishes and what can be done. */
import { getPromise, getTimer, mergeLines } from '../board-model.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { formatList, getSentenceSpace, translate } from '../localization.js';
import { formatDateTime, formatDateTimeInSentence, formatTimeUntil } from '../time.js';
import { createButton } from './controls.js';
import { createFactLine, createPill } from './labels.js';
import { createMenuButton } from './menu.js';

const PROMISES = [10, 15, 20, 30]; // minutes
// The levels of a timer differ in word, shape, frame and colour.
const SHAPES = { calm: ['clock', ''], near: ['warning', 'maybe'], late: ['late', 'failed'] };

/**
 * Renders a ticket.
 *
 * @param {any} order after taps that were not sent yet
 * @param {{ answer: Function, seen: Function, setStation: Function, promise: Function, message: Function, reject: Function, cancel: Function }} acts what its buttons do, with the order first
 * @param {(key: string) => string} nameStation
 */
export function renderTicket(order, acts, nameStation) {
  const { id, number, state } = order;
  const node = createElement('article', { class: 'ticket', 'data-state': state, 'data-order': id, 'aria-labelledby': `ticket-${id}` },
    createElement('header', { class: 'ticket-head' },
      createElement('h3', { id: `ticket-${id}` }, translate('board.number', { number })), createElement('span', { class: 'ticket-timer' })),
    renderFacts(order),
    state === 'cancelled' ? createElement('p', { class: 'ticket-note failed' }, createIcon('late'), translate('board.stop')) : null,
    order.note ? createElement('p', { class: 'fact-note', dir: 'auto' }, order.note) : null,
    createElement('ul', { class: 'ticket-lines' }, mergeLines(order.lines).map(renderLine)),
    order.elsewhere > 0 ? createElement('p', { class: 'secondary' }, translate('board.elsewhere', { count: order.elsewhere })) : null,
    order.own || order.stations.length === 0 || !['accepted', 'preparing'].includes(order.state) ? null
      : createElement('ul', { class: 'ticket-stations' }, order.stations.map(({ station, isDone }) => createElement('li', {},
        createPill(isDone ? 'attending' : '', isDone ? 'check' : 'clock', translate(isDone ? 'board.stationDone' : 'board.stationOpen', { name: nameStation(station) }))))),
    order.isWaiting ? createElement('p', { class: 'ticket-waiting secondary' }, createIcon('offline'), translate('board.notSent')) : null,
    createElement('div', { class: 'ticket-actions' }, renderActions(order, acts)));
  updateTimer(node, order);
  return node;
}

/** Draws the timer of a ticket again if it has changed, without touching the rest, so that no tap is lost. */
export function updateTimer(node, order, now = Date.now()) {
  const { kind, minutes, level } = getTimer(order, now);
  const text = kind === 'distant' ? formatTimeUntil(order.promisedAt ?? order.dueAt, order.timeZone, now) : translate(`board.timer.${kind}`, { minutes });
  const timer = node.querySelector('.ticket-timer');
  if (timer.textContent === text && node.dataset.level === level) return;
  node.dataset.level = level;
  redraw(timer, createPill(SHAPES[level][1], SHAPES[level][0], text));
}

function renderFacts(order) {
  const { timeZone, fulfilment, address, coordinator, portions, dueAt, promisedAt } = order;
  return createElement('div', { class: 'ticket-facts' },
    promisedAt ? createElement('p', {}, createElement('b', {}, translate('board.promised', { moment: formatDateTimeInSentence(promisedAt, timeZone) })))
      : dueAt ? createElement('p', {}, createElement('b', {}, translate('board.due', { moment: formatDateTimeInSentence(dueAt, timeZone) }))) : null,
    createFactLine([translate(`order.how.${fulfilment}`), translate('board.portions', { count: portions }), coordinator]),
    fulfilment === 'delivery' && address ? createElement('p', { dir: 'auto' }, createElement('a', { class: 'ticket-address', href: `geo:0,0?q=${encodeURIComponent(address)}` }, address)) : null);
}

function renderLine({ name, options, note, tellsKitchen, quantity, people, isStruck, isUnseen }) {
  const dish = createElement(isStruck ? 'del' : 'b', {}, translate('order.dishes', { count: quantity, name }));
  return createElement('li', { class: isUnseen ? 'unseen' : null },
    isUnseen ? createPill(isStruck ? 'failed' : 'highlight', isStruck ? 'cross' : 'pencil', translate(isStruck ? 'board.struck' : 'board.changed')) : null,
    dish,
    options ? createElement('span', { dir: 'auto' }, options) : null,
    note ? createElement('span', { class: 'ticket-note', dir: 'auto' }, createIcon('quote'), note) : null,
    tellsKitchen ? createElement('span', { class: 'ticket-note failed', dir: 'auto' }, createIcon('warning'), createElement('span', {}, createElement('b', {}, translate('board.kitchen')), getSentenceSpace(), tellsKitchen)) : null,
    createElement('span', { class: 'fine-print', dir: 'auto' }, formatList(people)));
}

/** The first button is the usual next step. Changes have to be seen before anything else. */
function renderActions(order, acts) {
  const { id, number, state } = order;
  const button = (text, act, variant, how = {}) => createButton(text, act, { variant, key: `${variant}-${text}-${id}`, label: translate('board.of', { action: text, number }), ...how });
  const next = (name, to) => button(translate(`board.do.${name}`), () => acts.answer(order, to), 'primary', { icon: 'check', key: `next-${id}` });
  const more = (...actions) => createMenuButton(translate('board.number', { number }), actions.map((action) => ({ ...action, asks: true })), `more-${id}`);
  const promise = { label: translate('board.do.promise'), act: () => acts.promise(order) };
  const message = { label: translate('board.do.message'), act: () => acts.message(order) };
  const handedOver = { label: translate('board.do.handedOver'), act: () => acts.answer(order, 'handed_over') };
  const cancel = { label: translate('board.do.cancel'), act: () => acts.cancel(order), variant: 'danger' };
  if (order.own && state === 'cancelled') return null; // the view of whole orders marks it as seen
  if (order.hasUnseenChanges && !order.own) return button(translate(state === 'cancelled' ? 'action.understood' : 'board.do.seen'), () => acts.seen(order), 'primary', { icon: 'check', key: `next-${id}` });
  if (order.own && ['accepted', 'preparing'].includes(state)) {
    return button(translate('board.do.bump'), () => acts.setStation(order, order.own, 'done'), 'primary', { icon: 'check', key: `next-${id}` });
  }
  switch (state) {
    case 'placed': return [renderAccept(order, acts, button), createElement('div', { class: 'ticket-more' },
      button(translate('board.do.time'), () => acts.promise(order), 'plain'), button(message.label, message.act, 'plain'), button(translate('board.do.reject'), () => acts.reject(order), 'plain'))];
    case 'accepted': return [next('ready', 'ready'), button(translate('board.do.start'), () => acts.answer(order, 'preparing'), ''), more(promise, message, handedOver, cancel)];
    case 'preparing': return [next('ready', 'ready'), more(message, handedOver, cancel)];
    case 'ready': return [next('handedOver', 'handed_over'), more(message, cancel)];
    default: return null;
  }
}

/** For the time for which the group wants it, if that is to come, or in some minutes. */
function renderAccept(order, acts, button) {
  const accept = (promisedAt) => acts.answer(order, 'accepted', { promisedAt });
  const isDue = order.dueAt && Date.parse(order.dueAt) > Date.now();
  return [
    isDue ? button(translate('board.do.acceptFor', { moment: formatDateTime(order.dueAt, order.timeZone) }), () => accept(order.dueAt), 'primary', { key: `next-${order.id}` }) : null,
    createElement('div', { class: 'ticket-minutes', role: 'group', 'aria-label': translate('board.acceptIn', { number: order.number }) },
      PROMISES.map((minutes) => button(translate('board.minutes', { minutes }), () => accept(getPromise(minutes, Date.now())), isDue || minutes !== PROMISES[1] ? '' : 'primary',
        { label: translate('board.acceptInMinutes', { number: order.number, minutes }), key: `in-${minutes}-${order.id}` }))),
  ];
}

/**
 * The board of a venue, for its people and its paired tablets: the orders that groups have placed there, by what is to be done next.
 *
 * The event stream says when the board changes. The board is also read every two seconds, so that it says loudly when it could not.
 */
import { get, Problem, readIfChanged } from '../api.js';
import { applyAvailabilityTaps, applyTaps, COLUMNS, countPortions, groupByColumn, listRecalls, narrowToStation, replaceOrder } from '../board-model.js';
import { createElement, createHiddenText, createIcon, redraw } from '../dom.js';
import { followBoard, onLiveEvent } from '../live-updates.js';
import { formatNumber, getSentenceSpace, translate } from '../localization.js';
import { navigate, requestSignIn } from '../page.js';
import { registerServiceWorker } from '../register-service-worker.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTimeInSentence, formatTime, localTimeZone } from '../time.js';
import { getDevice, setDevice } from '../venue-device.js';
import { renderBanner } from '../parts/banner.js';
import { findItem, openAvailabilityForm, openDishList, openMessageForm, openPromiseForm, openReasonForm, openRecallList } from '../parts/board-forms.js';
import { hasSound, playTone, toggleSound } from '../parts/board-sound.js';
import {
  addTap, createAnswerTap, createAvailabilityTap, createSeenTap, createStationTap, describeRefusal, describeTap, discardDeviceTaps, listTaps, removeTap, sendTaps,
} from '../parts/board-taps.js';
import { renderTicket, updateTimer } from '../parts/board-ticket.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { canKeepScreenOn, keepScreenOn } from '../parts/screen-lock.js';
import { loadStyleSheet } from '../parts/style-sheet.js';
import { showToast } from '../parts/toast.js';

const TICK_MS = 1_000;
const REFRESH_MS = 2_000;
const TIMEOUT_MS = 5_000;
const LOST_MS = 3_000; // since the board was read: a slow response
const SILENCE_MS = 10_000; // after which the board is not shown as if it were live
const OTHER = 'other'; // what belongs to no station
const UNNAMED = { name: '', timeZone: localTimeZone }; // a venue that was not read yet

export default async function loadBoardScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}/board`;
  const [first, read] = await Promise.all([orOffline(readIfChanged(path, null, { signal })), orOffline(get(`/v1/venues/${id}`, { signal })), loadStyleSheet('/assets/board.css').catch(() => {})])
    .catch((error) => {
      if (isRevoked(error, id)) return leaveBoard();
      throw error;
    });
  let venue = read ?? { ...UNNAMED, ...getKnownVenue(id) };
  let [orders, tag, readAt] = first ? [first.body.orders, first.tag, Date.now()] : [[], null, null];
  let [stations, station] = [first?.body.stations ?? [], getStation(id)];
  let [taps, known, menu] = [await listTaps(id), new Set(orders.map((order) => order.id)), null];
  let [isRefreshing, isSending, isOffline, sent, shown, beganAt] = [false, false, first === null, 0, 'new', 0];
  const drawn = new Map(); // what each part shows, so that nothing is replaced under a finger
  const tickets = new Map(); // the rows of the orders with what they show

  const nodes = {
    title: createElement('h1', { dir: 'auto' }),
    live: createElement('p', { class: 'board-live', role: 'status' }),
    sound: createElement('span', {}),
    alarm: createElement('div', { class: 'board-alarm', role: 'alert' }),
    refused: createElement('div', { class: 'board-refused', role: 'status' }),
    stations: createElement('div', { class: 'segment board-stations', role: 'group', 'aria-label': translate('board.stations') }),
    tabs: createElement('div', { class: 'segment board-tabs', role: 'group', 'aria-label': translate('board.columns') }),
    counts: createElement('ul', { class: 'board-counts' }),
    columns: Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, createElement('ul', { class: 'board-tickets' })])),
    empty: Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, createElement('li', { class: 'secondary' }, translate(`board.none.${name}`))])),
    heads: Object.fromEntries([...Object.keys(COLUMNS), 'counts'].map((name) => [name, createElement('h2', { id: `board-${name}` })])),
  };

  /** Draws a part if what it shows has changed. */
  const drawPart = (node, state, render) => {
    const signature = JSON.stringify(state);
    if (drawn.get(node) === signature) return;
    drawn.set(node, signature);
    redraw(node, render());
  };

  const draw = () => {
    const waiting = taps.filter(({ refusal }) => !refusal);
    const all = applyTaps(orders, waiting).map((order) => (isOffline ? order : { ...order, isWaiting: false }));
    const current = getOwn() === null ? all : all.map((order) => narrowToStation(order, getOwn())).filter(Boolean);
    const columns = groupByColumn(current);
    const counts = countPortions(current);
    drawPart(nodes.title, venue.name, () => venue.name || translate('ownVenues.board'));
    drawStatus(waiting);
    drawPart(nodes.refused, taps.filter(({ refusal }) => refusal), () => taps.filter(({ refusal }) => refusal).map(renderRefused));
    drawPart(nodes.sound, hasSound(), renderSoundButton);
    drawPart(nodes.stations, [stations, getOwn()], renderStations);
    drawPart(nodes.tabs, [shown, Object.values(columns).map(({ length }) => length)], () => [...Object.keys(columns), 'counts'].map((name) => renderTab(name, columns[name]?.length)));
    for (const order of current) updateTimer(takeTicket(order).node, order);
    const focused = document.activeElement;
    for (const [name, list] of Object.entries(columns)) {
      drawPart(nodes.heads[name], list.length, () => renderHead(name, list.length));
      placeRows(nodes.columns[name], list.length > 0 ? list.map(({ id: key }) => tickets.get(key).row) : [nodes.empty[name]]);
    }
    if (content.contains(focused) && document.activeElement !== focused) focused.focus({ preventScroll: true }); // its ticket has moved
    drawPart(nodes.heads.counts, 0, () => renderHead('counts'));
    drawPart(nodes.counts, [counts, menu?.version], () => (counts.length > 0 ? counts.map(renderCount) : createElement('li', { class: 'secondary' }, translate('board.none.counts'))));
    for (const key of tickets.keys()) if (!current.some((order) => order.id === key)) tickets.delete(key);
  };

  /** Returns the row of an order with its ticket, the same one while it shows the same. */
  const takeTicket = (order) => {
    const signature = JSON.stringify([order, stations, Date.parse(order.dueAt) > Date.now()]);
    const ticket = tickets.get(order.id) ?? { row: createElement('li', {}) };
    if (ticket.signature === signature) return ticket;
    Object.assign(ticket, { signature, node: renderTicket(order, acts, nameStation) });
    redraw(ticket.row, ticket.node);
    tickets.set(order.id, ticket);
    return ticket;
  };

  /** Says that the board is live, or since when it is not: as an alarm once that takes long. */
  const drawStatus = (taps) => {
    const waiting = taps.length;
    const age = readAt === null ? Infinity : Date.now() - readAt;
    const isSilent = age > SILENCE_MS;
    const isLive = !isOffline && age <= LOST_MS && taps.every(({ at }) => Date.now() - at <= LOST_MS);
    const moment = readAt === null ? null : formatTime(readAt, localTimeZone);
    const unsent = waiting > 0 ? translate('board.unsent', { count: waiting }) : null;
    if (isSilent && drawn.get('silence') !== true) playTone({ isWarning: true });
    drawn.set('silence', isSilent);
    content.classList.toggle('silent', isSilent);
    drawPart(nodes.live, [isLive, isSilent, navigator.onLine, waiting], () => (isLive ? [createIcon('check'), translate('live.live')] : isSilent ? [] : [createIcon('offline'), [translate(navigator.onLine ? 'live.lostTitle' : 'live.offlineTitle'), unsent].filter(Boolean).join('. ')]));
    drawPart(nodes.alarm, [isSilent, moment, isSilent ? waiting : 0], () => (isSilent ? renderBanner({
      icon: 'late', tone: 'alarm', title: translate(moment ? 'board.silentSince' : 'board.silent', { moment }), text: [translate('board.silentText'), unsent].filter(Boolean).join(getSentenceSpace()),
      action: createButton(translate('action.retry'), refresh),
    }) : []));
  };

  const renderRefused = (tap) => renderBanner({
    icon: 'warning', tone: 'highlight', title: describeTap(tap), text: describeRefusal(tap),
    action: createButton(translate('action.understood'), async () => {
      await removeTap(tap);
      await update();
    }, { variant: 'plain', key: `refused-${tap.key}` }),
  });

  const renderSoundButton = () => createElement('button', { type: 'button', class: 'button', 'aria-pressed': String(hasSound()), 'data-key': 'sound', on: {
    click: async () => {
      await toggleSound();
      draw();
    },
  } }, createIcon('updates'), translate(hasSound() ? 'board.soundOn' : 'board.soundOff'));

  /** The station whose dishes are shown; null for all, as at a venue that has named none. */
  const getOwn = () => (stations.length > 0 && [OTHER, ...stations.map(({ key }) => key)].includes(station) ? station : null);

  const nameStation = (key) => stations.find((one) => one.key === key)?.name ?? translate('board.other');

  const renderStations = () => (stations.length === 0 ? [] : [[null, translate('board.all')], ...stations.map(({ key, name }) => [key, name]), [OTHER, translate('board.other')]].map(([key, name]) =>
    createElement('button', { type: 'button', dir: 'auto', 'aria-pressed': String(getOwn() === key), 'data-key': `station-${key}`, on: {
      click: () => {
        station = key;
        rememberStation(id, key);
        draw();
      },
    } }, name)));

  const openRecalls = () => openRecallList(listRecalls(applyTaps(orders, taps.filter(({ refusal }) => !refusal)), getOwn(), Date.now()), venue.timeZone ?? localTimeZone, nameStation,
    (order, key) => void act(key ? createStationTap(id, order, key, 'open') : createAnswerTap(id, order, 'preparing')));

  const renderTab = (name, count) => createElement('button', { type: 'button', 'aria-pressed': String(shown === name), 'data-key': `tab-${name}`, on: {
    click: () => {
      shown = content.dataset.shown = name;
      draw();
    },
  } }, translate(`board.column.${name}`), count === undefined ? null : createElement('span', { class: 'count' }, formatNumber(count)));

  const renderHead = (name, count) => [translate(`board.column.${name}`), count === undefined ? null : createElement('span', { class: 'count' }, formatNumber(count))];

  /** A dish of the menu can be taken off right where it is counted. */
  const renderCount = ({ name, options, portions }) => {
    const item = findItem(menu?.menu, name);
    const text = [createElement('b', { class: 'board-portions' }, formatNumber(portions)), createElement('span', { class: 'row-body', dir: 'auto' }, name, options ? createElement('span', { class: 'secondary' }, options) : null)];
    if (!item) return createElement('li', {}, createElement('div', { class: 'board-count' }, text));
    return createElement('li', {}, createElement('button', { type: 'button', class: 'board-count', 'data-key': `count-${name}-${options}`, on: { click: () => setAvailability(item) } },
      text, createHiddenText(translate('board.takeOff'))));
  };

  const act = async (tap) => {
    await addTap(tap);
    await update();
    await send();
  };
  const acts = {
    answer: (order, to, rest) => act(createAnswerTap(id, order, to, rest)),
    seen: (order) => act(createSeenTap(id, order)),
    setStation: (order, key, state) => act(createStationTap(id, order, key, state)),
    promise: (order) => openPromiseForm(order, (promisedAt) => void act(createAnswerTap(id, order, 'accepted', promisedAt ? { promisedAt } : {}))),
    message: (order) => openMessageForm(id, order),
    reject: (order) => openReasonForm('reject', order, (reason) => void act(createAnswerTap(id, order, 'rejected', { reason }))),
    cancel: (order) => openReasonForm('cancel', order, (reason) => void act(createAnswerTap(id, order, 'cancelled', { reason }))),
  };

  const update = async () => {
    taps = await listTaps(id);
    draw();
  };

  /** Sends what waits. What the server returns is shown at once, and a board that was being read meanwhile is not. */
  const send = async () => {
    if (isSending) return;
    isSending = true;
    const before = new Set(taps.map(({ key }) => key));
    try {
      const isDone = await sendTaps(id, (tap, order) => {
        sent += 1;
        if (tap.order) orders = replaceOrder(orders, order);
        else showToast(translate(tap.kind === 'on' ? 'board.nowOn' : tap.body.until ? 'board.nowOffUntil' : 'board.nowOff', {
          name: tap.name, moment: tap.body.until ? formatDateTimeInSentence(tap.body.until, venue.timeZone ?? localTimeZone) : '',
        }));
      });
      if (!isDone) isOffline = true;
    } finally {
      isSending = false;
    }
    await update();
    if (!isOffline && taps.some(({ key, refusal }) => !refusal && !before.has(key))) await send(); // tapped meanwhile
  };

  const refresh = async () => {
    if (isRefreshing) return;
    [isRefreshing, beganAt] = [true, Date.now()];
    const before = sent;
    try {
      const changed = await readIfChanged(path, tag, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (sent === before) {
        if (changed) [orders, tag, stations] = [changed.body.orders, changed.tag, changed.body.stations];
        announce();
      }
      [readAt, isOffline] = [Date.now(), false];
      if (venue.id === undefined) venue = rememberVenue(await get(`/v1/venues/${id}`));
    } catch (error) {
      if (isRevoked(error, id)) return void leaveBoard();
      if (error instanceof Problem && error.status === 401) return void requestSignIn();
      if (error instanceof Problem && [403, 404].includes(error.status)) return void navigate(location.pathname, { replace: true });
      isOffline = true;
    } finally {
      isRefreshing = false;
    }
    if (!isOffline && taps.some(({ refusal }) => !refusal)) await send();
    else await update();
  };

  /** Plays a tone for orders that were not there before, and for changes to see. */
  const announce = () => {
    const keys = orders.flatMap((order) => [order.id, order.hasUnseenChanges ? `${order.id} ${order.revision}` : null]).filter(Boolean);
    if (keys.some((key) => !known.has(key))) playTone();
    known = new Set([...known, ...keys]);
  };

  /** Reads something of the menu: `none` without a menu, and null if it could not be read. */
  const readOfMenu = (rest, none) => get(`/v1/restaurants/${id}/menu${rest}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .catch((error) => (error instanceof Problem && error.status === 404 ? none : null));

  /** Returns whether the menu could be read. */
  const fetchMenu = async () => {
    const found = await readOfMenu('', { menu: null });
    if (found) menu = found;
    draw();
    return found !== null;
  };

  /** Returns the keys of the items that are off the menu; null if they could not be read. */
  const fetchOff = async () => {
    const query = new URLSearchParams({ at: new Date().toISOString(), timeZone: venue.timeZone ?? localTimeZone });
    const found = await readOfMenu(`/availability?${query}`, { unserved: [] });
    return found && applyAvailabilityTaps(found.unserved, taps.filter(({ refusal }) => !refusal));
  };

  const setAvailability = async (item) => {
    const off = await fetchOff();
    if (!off) return showToast(translate('problem.offline'));
    openAvailabilityForm(item, off.has(item.key), venue.timeZone ?? localTimeZone, (state, until) => act(createAvailabilityTap(id, item, state, until)));
  };

  const openDishes = async () => {
    const [off, isRead] = await Promise.all([fetchOff(), fetchMenu()]);
    if (!off || !isRead) return showToast(translate('problem.offline'));
    openDishList({ menu: menu?.menu ?? null, off }, setAvailability);
  };

  const isMember = Boolean(getCurrentPerson());
  const content = createElement('div', { class: 'board', 'data-shown': shown },
    createElement('div', { class: 'board-top' },
      createElement('header', { class: 'board-head' },
        isMember ? createButtonLink('', '/venues', { variant: 'round', icon: 'back', label: translate('board.back') }) : null,
        nodes.title, nodes.live,
        createElement('div', { class: 'actions' }, createButton(translate('board.recall'), openRecalls, { icon: 'history', key: 'recall' }),
          createButton(translate('board.dishes'), openDishes, { icon: 'pencil', key: 'dishes' }), nodes.sound)),
      canKeepScreenOn() ? null : createElement('p', { class: 'fine-print' }, translate('board.screenSleeps')),
      nodes.alarm, nodes.refused, nodes.stations, nodes.tabs),
    createElement('div', { class: 'board-columns' },
      Object.keys(COLUMNS).map((name) => createElement('section', { class: 'board-column', 'data-column': name, 'aria-labelledby': `board-${name}` }, nodes.heads[name], nodes.columns[name])),
      createElement('section', { class: 'board-column', 'data-column': 'counts', 'aria-labelledby': 'board-counts' }, nodes.heads.counts, nodes.counts)));

  const follow = () => {
    const stop = new AbortController();
    const timer = setInterval(() => {
      if (!content.isConnected) {
        clearInterval(timer);
        stop.abort();
        // Another board may have begun to follow its own.
        if (!document.querySelector('#main .board')) followBoard(null, { isDevice: !isMember });
      } else if (!isRefreshing && Date.now() - beganAt >= REFRESH_MS) {
        refresh();
      } else if (!document.hidden) {
        draw();
      }
    }, TICK_MS);
    const setOffline = () => {
      isOffline = true;
      draw();
    };
    if (canKeepScreenOn()) keepScreenOn(stop.signal);
    followBoard(id, { isDevice: !isMember });
    onLiveEvent('board', (event) => event.venue === id && refresh(), stop.signal);
    addEventListener('online', refresh, { signal: stop.signal });
    addEventListener('offline', setOffline, { signal: stop.signal });
    document.addEventListener('visibilitychange', () => document.hidden || refresh(), { signal: stop.signal });
  };

  if (venue.id !== undefined) rememberVenue(venue);
  if (!isMember) registerServiceWorker().catch(() => null); // so that the tablet starts without a network
  draw();
  setTimeout(() => {
    follow();
    refresh();
    fetchMenu();
  });
  return { title: venue.name ? translate('ownVenues.boardOf', { name: venue.name }) : translate('ownVenues.board'), content, concerns: () => false, refresh };
}

/** Makes rows the children of a list. Those that stay where they are stay attached, so that no tap on them is lost. */
function placeRows(list, rows) {
  for (const row of [...list.children]) if (!rows.includes(row)) row.remove();
  rows.forEach((row, at) => list.children[at] === row || list.insertBefore(row, list.children[at] ?? null));
}

/** Returns null instead of failing without a network. */
async function orOffline(request) {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Problem && error.code === 'offline') return null;
    throw error;
  }
}

/** Returns whether this browser was a device of the venue and is none any more. */
const isRevoked = (error, venue) => error instanceof Problem && [401, 404].includes(error.status) && !getCurrentPerson() && getDevice()?.venue === venue;

/** Leads a device that was removed back to the pairing. Never returns, since the next screen replaces this one. */
async function leaveBoard() {
  setDevice(null);
  const unsent = await discardDeviceTaps();
  navigate(`/pair?removed=${unsent}`, { replace: true });
  return new Promise(() => {});
}

/** Returns the station that was shown here last; null for all. */
function getStation(id) {
  try {
    return localStorage.getItem(`noonish.station.${id}`);
  } catch {
    return null;
  }
}

function rememberStation(id, key) {
  try {
    if (key) localStorage.setItem(`noonish.station.${id}`, key);
    else localStorage.removeItem(`noonish.station.${id}`);
  } catch {
    // Storage may be unavailable. The choice then lasts until the page is closed.
  }
}

function getKnownVenue(id) {
  const device = getDevice();
  return device?.venue === id ? { name: device.venueName ?? '', timeZone: device.timeZone ?? localTimeZone } : {};
}

/** Stores the name of a device's venue, which is shown when it starts without a network. */
function rememberVenue(venue) {
  const device = getDevice();
  if (device?.venue === venue.id && (device.venueName !== venue.name || device.timeZone !== venue.timeZone)) setDevice({ ...device, venueName: venue.name, timeZone: venue.timeZone });
  return venue;
}

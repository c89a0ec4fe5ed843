/** The board of a venue: its columns, timers and counts, and what it shows of taps that were not sent yet. */
import { addDays, fromWallTime, toWallTime } from './time.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_ENDS_AT = 4; // o'clock at the venue, as on the server
const UNANSWERED_MINUTES = [3, 6]; // from when an order that no one has answered is pressing, and late
const DISTANT_MINUTES = 90; // from then on, a time is clearer than minutes
const NEAR_MINUTES = 5; // before the time for which an order is due
const COLD_MINUTES = 15; // after it was ready

/** The columns with the states of their orders. A cancelled order stands where it is worked on, until someone has seen it. */
export const COLUMNS = { new: ['placed'], kitchen: ['cancelled', 'accepted', 'preparing'], ready: ['ready'] };

const RECALL_MINUTES = 30; // in which what was done can be brought back
const RECALL_COUNT = 20;

const UNCOOKED = ['placed', 'accepted', 'preparing'];
const ENDED = ['rejected', 'handed_over', 'cancelled'];

/** Returns the orders of each column. */
export function groupByColumn(orders) {
  return Object.fromEntries(Object.entries(COLUMNS).map(([name, states]) => [
    name, states.flatMap((state) => (state === 'cancelled' ? orders.filter((order) => order.state === state) : []))
      .concat(orders.filter(({ state }) => state !== 'cancelled' && states.includes(state))),
  ]));
}

/**
 * Returns the orders as they are after taps that the server has not confirmed yet, in the order of the taps. A tap on an order that is in
 * another state changes nothing.
 */
export function applyTaps(orders, taps) {
  return taps.reduce((all, tap) => all.map((order) => (order.id === tap.order ? applyTap(order, tap) : order)).filter(Boolean), orders);
}

function applyTap(order, { kind, body, station }) {
  if (station) return applyStationTap(order, station, body.state === 'done');
  if (kind === 'seen') {
    if (order.revision > body.revision) return order; // it has changed again
    if (order.state === 'cancelled') return null;
    return { ...order, isWaiting: true, hasUnseenChanges: false, lines: order.lines.map((line) => ({ ...line, isUnseen: false })) };
  }
  if (order.state !== body.from) return order;
  if (ENDED.includes(body.to)) return null;
  return { ...order, isWaiting: true, state: body.to, promisedAt: body.promisedAt ?? order.promisedAt };
}

/** The first part begins the preparation, and the last one makes the order ready. */
function applyStationTap(order, key, isDone) {
  if (!order.stations.some(({ station }) => station === key) || !['accepted', 'preparing', 'ready'].includes(order.state)) return order;
  const stations = order.stations.map((one) => (one.station === key ? { ...one, isDone, doneAt: null } : one));
  return { ...order, isWaiting: true, stations, state: stations.every((one) => one.isDone) ? 'ready' : 'preparing' };
}

/** Returns the order as a station sees it: its dishes alone, and how many others make; null if it makes nothing of it, or is done with it. */
export function narrowToStation(order, key) {
  const progress = order.stations.find(({ station }) => station === key);
  // Where the last dish that was not done was struck, a tap of any station makes the order ready.
  const isStuck = order.state === 'preparing' && order.stations.every(({ isDone }) => isDone);
  if (!progress || (progress.isDone && order.state !== 'cancelled' && !isStuck)) return null;
  const parts = order.lines.flatMap((line) => line.parts.map((part) => ({ line, part })));
  const own = parts.filter(({ part }) => part.station === key);
  const lines = own.map(({ line, part }) => (line.parts.length > 1 ? { ...line, name: part.name, options: part.options } : line));
  const count = (list) => list.filter(({ isStruck }) => !isStruck).reduce((sum, { quantity }) => sum + quantity, 0);
  const portions = count(lines);
  return { ...order, lines, portions, elsewhere: count(parts.map(({ line }) => line)) - portions, own: key };
}

/**
 * Returns what was done last and can be brought back, the newest first: parts of stations, and whole orders of venues without stations.
 *
 * @param {string | null} key the only station; null for all
 */
export function listRecalls(orders, key, now) {
  const since = now - RECALL_MINUTES * MINUTE_MS;
  return orders.filter(({ state }) => ['accepted', 'preparing', 'ready'].includes(state)).flatMap((order) => {
    if (key !== null) {
      const own = order.stations.find(({ station, isDone }) => station === key && isDone);
      const at = own?.doneAt ?? (own && order.state === 'ready' ? order.readyAt : null);
      return at ? [{ order, station: key, at }] : [];
    }
    const parts = order.stations.filter(({ isDone, doneAt }) => isDone && doneAt);
    if (parts.length > 0) return parts.map(({ station, doneAt }) => ({ order, station, at: doneAt }));
    return order.state === 'ready' && order.readyAt ? [{ order, station: null, at: order.readyAt }] : [];
  }).filter(({ at }) => Date.parse(at) >= since).sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, RECALL_COUNT);
}

/** Returns the orders with one that the server has just returned, which may have left the board. */
export function replaceOrder(orders, changed) {
  const isOpen = Object.values(COLUMNS).some((states) => states.includes(changed.state)) && (changed.state !== 'cancelled' || changed.hasUnseenChanges);
  return orders.map((order) => (order.id === changed.id ? (isOpen ? changed : null) : order)).filter(Boolean);
}

/** Returns how many portions of each dish are still to be made: those with most portions first. */
export function countPortions(orders) {
  const counts = new Map();
  for (const line of orders.filter(({ state }) => UNCOOKED.includes(state)).flatMap(({ lines }) => lines)) {
    if (line.isStruck) continue;
    const key = JSON.stringify([line.name, line.options]);
    const dish = counts.get(key) ?? { name: line.name, options: line.options, portions: 0 };
    counts.set(key, { ...dish, portions: dish.portions + line.quantity });
  }
  return [...counts.values()].sort((one, other) => other.portions - one.portions || one.name.localeCompare(other.name));
}

/**
 * Returns the lines to show: equal dishes as one with the names of all who eat them. A dish that was taken off is shown until someone has
 * seen it.
 */
export function mergeLines(lines) {
  const merged = new Map();
  for (const line of lines.filter(({ isStruck, isUnseen }) => !isStruck || isUnseen)) {
    const { name, options, note, tellsKitchen, isStruck, isUnseen } = line;
    const key = JSON.stringify([name, options, note, tellsKitchen, isStruck, isUnseen]);
    const first = merged.get(key);
    merged.set(key, first ? { ...first, quantity: first.quantity + line.quantity, people: [...first.people, line.person] } : { ...line, people: [line.person] });
  }
  return [...merged.values()];
}

/**
 * Returns what the timer of an order says: `kind` is the sentence, `minutes` its number, and `level` is calm, near or late.
 *
 * An order that no one has answered counts from when it was placed, one in work towards the time that was promised, a ready one from then.
 */
export function getTimer(order, now) {
  const since = (instant) => Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE_MS));
  if (order.state === 'cancelled') return { kind: 'cancelled', minutes: since(order.cancelledAt ?? now), level: 'late' };
  if (order.state === 'ready') {
    const minutes = order.readyAt ? since(order.readyAt) : 0;
    return { kind: 'ready', minutes, level: minutes >= COLD_MINUTES ? 'near' : 'calm' };
  }
  if (order.state === 'placed') {
    const minutes = order.placedAt ? since(order.placedAt) : 0;
    return { kind: 'waiting', minutes, level: minutes >= UNANSWERED_MINUTES[1] ? 'late' : minutes >= UNANSWERED_MINUTES[0] ? 'near' : 'calm' };
  }
  const due = order.promisedAt ?? order.dueAt;
  if (!due) return { kind: 'working', minutes: order.placedAt ? since(order.placedAt) : 0, level: 'calm' };
  const left = Math.ceil((Date.parse(due) - now) / MINUTE_MS);
  if (left < 0) return { kind: 'late', minutes: -left, level: 'late' };
  if (left >= DISTANT_MINUTES) return { kind: 'distant', minutes: left, level: 'calm' };
  return { kind: 'due', minutes: left, level: left <= NEAR_MINUTES ? 'near' : 'calm' };
}

/** Returns the instant some minutes from now, without seconds. */
export function getPromise(minutes, now) {
  return new Date(Math.ceil((now + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS).toISOString().replace('.000Z', 'Z');
}

/** Returns the next instant at which a clock at the venue shows a time such as `12:30`. */
export function getNextTime(time, zone, now) {
  const { date } = toWallTime(now, zone);
  const today = fromWallTime(`${date}T${time}`, zone);
  return Date.parse(today) > now ? today : fromWallTime(`${addDays(date, 1)}T${time}`, zone);
}

/** Returns when the venue's day ends, at 4:00 in its time zone. */
export function getEndOfDay(zone, now) {
  const { date } = toWallTime(now - DAY_ENDS_AT * HOUR_MS, zone);
  return fromWallTime(`${addDays(date, 1)}T0${DAY_ENDS_AT}:00`, zone);
}

/** Returns the keys of the items that are off the menu, after taps that the server has not confirmed yet. */
export function applyAvailabilityTaps(unserved, taps) {
  const off = new Set(unserved);
  for (const { item, kind } of taps) {
    if (kind === 'off') off.add(item);
    if (kind === 'on') off.delete(item);
  }
  return off;
}

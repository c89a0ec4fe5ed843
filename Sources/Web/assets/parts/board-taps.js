/**
 * Taps on a venue's board. Each is stored before it is sent, and they are sent one after another in their order, so that those made without a
 * network, or before a reload, are not lost and do not overtake each other.
 *
 * A tap is `{ key, account, venue, kind, method, path, body, language, at, order?, number?, station?, item?, name?, failures?, refusal?, code?, state? }`.
 */
import '../answer-queue.js';
import { createIdempotencyKey } from '../api.js';
import { hasMessage, region, translate } from '../localization.js';
import { getCurrentPerson } from '../session.js';

const DEVICE = 'device'; // the account of a browser without a person
const LOCK = 'noonish.taps';

const { taps: stored, sendOne } = globalThis.answerQueue;
let unstored = []; // where the browser has no storage, or it is full

const getAccount = () => getCurrentPerson()?.id ?? DEVICE;

/** Creates a tap that answers an order. */
export function createAnswerTap(venue, order, to, rest = {}) {
  return createTap(venue, {
    kind: to, method: 'POST', path: `/v1/venues/${venue}/orders/${order.id}/transitions`, body: { from: order.state, to, ...rest }, order: order.id, number: order.number,
  });
}

/** Creates a tap that marks the changes of an order as seen, up to those that are shown. */
export function createSeenTap(venue, order) {
  return createTap(venue, {
    kind: 'seen', method: 'PUT', path: `/v1/venues/${venue}/orders/${order.id}/seen`, body: { revision: order.revision }, order: order.id, number: order.number,
  });
}

/** Creates a tap that marks a station's part of an order as done, or brings it back. */
export function createStationTap(venue, order, station, state) {
  return createTap(venue, {
    kind: state, method: 'PUT', path: `/v1/venues/${venue}/orders/${order.id}/stations/${station}`, body: { state, revision: order.revision }, order: order.id, number: order.number, station,
  });
}

/** Creates a tap that takes an item off the menu, until a time or until it is put on again, or puts it on. */
export function createAvailabilityTap(venue, { key, name }, state, until = null) {
  return createTap(venue, {
    kind: state, method: 'PUT', path: `/v1/venues/${venue}/items/${encodeURIComponent(key)}/availability`, body: { state, ...(until ? { until } : {}) }, item: key, name,
  });
}

function createTap(venue, tap) {
  return { key: createIdempotencyKey(), account: getAccount(), venue, language: region, at: performance.timeOrigin + performance.now(), ...tap };
}

export async function addTap(tap) {
  await stored.add(tap).catch(() => unstored.push(tap));
}

/** Returns the taps on the board of a venue, in the order in which they were made. */
export async function listTaps(venue) {
  const all = [...await stored.all().catch(() => []), ...unstored];
  return all.filter((tap) => tap.venue === venue && tap.account === getAccount()).sort((one, other) => one.at - other.at);
}

export async function removeTap({ key }) {
  unstored = unstored.filter((tap) => tap.key !== key);
  await stored.remove(key).catch(() => {});
}

/** Removes the taps that this device made as one of a venue's, and returns how many were not sent. */
export async function discardDeviceTaps() {
  const taps = [...await stored.all().catch(() => []), ...unstored].filter(({ account }) => account === DEVICE);
  for (const tap of taps) await removeTap(tap);
  return taps.filter(({ refusal }) => !refusal).length;
}

/**
 * Sends the taps on the board of a venue in their order, until one has to wait. A lock lets one window send at a time.
 *
 * @param {(tap: any, order: any) => void} onSent called with each tap that counted, and the order as it is now
 * @returns {Promise<boolean>} whether all were sent
 */
export async function sendTaps(venue, onSent) {
  const send = () => sendInOrder(venue, onSent);
  return navigator.locks ? navigator.locks.request(LOCK, send) : send();
}

async function sendInOrder(venue, onSent) {
  for (const tap of (await listTaps(venue)).filter(({ refusal }) => !refusal)) {
    const outcome = await sendOne(tap.method, tap.path, tap).catch(() => null);
    if (!outcome) {
      if (tap.failures && !unstored.includes(tap)) await stored.add(tap).catch(() => {});
      return false;
    }
    await storeOutcome(tap, outcome);
    if (!outcome.refusal) onSent(tap, outcome.content);
  }
  return true;
}

async function storeOutcome(tap, { content, ...refused }) {
  if (unstored.some(({ key }) => key === tap.key)) unstored = unstored.flatMap((one) => (one.key !== tap.key ? [one] : refused.refusal ? [{ ...one, ...refused }] : []));
  else await stored.storeOutcome(tap, { content, ...refused }).catch(() => {});
}

/** Returns what a tap was to do: "Ready: order 12". */
export function describeTap({ kind, number, name }) {
  return translate(`board.tap.${kind}`, { number, name });
}

/** Returns why a tap did not count: what had happened to the order before, or else the server's words. */
export function describeRefusal({ refusal, code, state, order }) {
  if (code === 'internal') return translate('problem.unknown'); // the server's words are not written for people
  if (order && code === 'not_found') return translate('board.late.locked');
  if (code === 'changed_since') return translate('board.late.changed');
  if (code === 'order_state' && hasMessage(`board.late.${state}`)) return translate(`board.late.${state}`);
  return refusal;
}

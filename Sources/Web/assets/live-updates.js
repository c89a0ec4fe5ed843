/**
 * The server's event stream, which keeps the open screen up to date.
 *
 * The browser reconnects by itself and sends the id of the last event, so no event is lost. If the server ends the stream for good (after a
 * sign-out or an upgrade), this module reconnects with increasing delays.
 */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 30_000];
const LOST_AFTER_MS = 2_500; // a shorter interruption is not reported

const listeners = { hello: new Set(), update: new Set(), revision: new Set(), board: new Set(), reset: new Set(), state: new Set() };
const readRevisions = new Map();
let source = null;
let failures = 0;
let retryTimer = null;
let lostTimer = null;
let state = 'off';
let board = null; // the venue whose board the stream follows too
let followedOuting = null; // an outing that it follows although it is over
let hasGap = false; // whether the stream was opened anew and may have missed events

/**
 * Adds a listener for one kind of event:
 *
 * - `hello` with `{ from }`, the number of the update after which the stream continues
 * - `update` with an Update
 * - `revision` with `{ outing, rev, version }`
 * - `board` with `{ venue, revision }`
 * - `reset` with `{ seq }`, sent instead of events when too many were missed
 * - `state` with `off`, `live` or `lost`
 *
 * @param {AbortSignal | null} signal removes it
 */
export function onLiveEvent(kind, listener, signal = null) {
  listeners[kind].add(listener);
  signal?.addEventListener('abort', () => listeners[kind].delete(listener));
}

/** Records the revisions of outings that a screen shows. */
export function recordRevisions(outings) {
  for (const { id, revision } of outings) readRevisions.set(id, revision);
}

/** Returns whether a revision of an outing is newer than what a screen has shown; undefined if none has recorded it. */
export const isNewRevision = (outing, revision) => (readRevisions.has(outing) ? readRevisions.get(outing) < revision : undefined);

export const getLiveState = () => state;

export function startLiveUpdates() {
  if (source || retryTimer) return;
  connect();
}

export function stopLiveUpdates() {
  clearTimeout(retryTimer);
  clearTimeout(lostTimer);
  source?.close();
  source = retryTimer = lostTimer = null;
  failures = 0;
  setState('off');
}

/** Reconnects immediately instead of after the delay. */
export function reconnectLiveUpdates() {
  if (state === 'off' || source?.readyState === EventSource.OPEN) return;
  reconnect();
}

/**
 * Follows the board of a venue, or none. A tablet, which has no updates, has a stream only while it follows one.
 *
 * @param {string | null} venue
 * @param {{ isDevice: boolean }} who
 */
export function followBoard(venue, { isDevice }) {
  if (board === venue) return;
  board = venue;
  if (isDevice && !venue) return stopLiveUpdates();
  if (state === 'off' && !isDevice) return; // the person's stream follows it once it starts
  hasGap = source !== null;
  reconnect();
}

/**
 * Follows an outing that is over, which the stream leaves out otherwise. With null, the next stream leaves it out again. The new stream begins
 * with the outing's revision, so nothing is missed.
 *
 * @param {string | null} outing
 */
export function followOuting(outing) {
  const isMissing = outing !== null && outing !== followedOuting;
  followedOuting = outing;
  if (isMissing && (source || retryTimer)) reconnect();
}

function reconnect() {
  clearTimeout(retryTimer);
  retryTimer = null;
  source?.close();
  connect();
}

function connect() {
  const query = new URLSearchParams(Object.entries({ boards: board, also: followedOuting }).filter(([, id]) => id));
  source = new EventSource(`/v1/updates/stream?${query}`.replace(/\?$/, ''));
  source.addEventListener('open', handleOpen);
  source.addEventListener('error', handleError);
  for (const kind of ['hello', 'update', 'revision', 'board', 'reset']) {
    source.addEventListener(kind, (event) => notifyListeners(kind, event.data));
  }
}

function handleOpen() {
  const wasLost = state === 'lost' || hasGap;
  hasGap = false;
  failures = 0;
  clearTimeout(lostTimer);
  lostTimer = null;
  setState('live');
  if (wasLost) notifyListeners('reset', 'null'); // the screen may be outdated, since missed revisions are not sent again
}

function handleError() {
  lostTimer ??= setTimeout(() => setState('lost'), LOST_AFTER_MS);
  if (source.readyState !== EventSource.CLOSED) return;
  source.close();
  source = null;
  followedOuting = null; // it may be what the server refuses: a person who was removed from the list may not follow it
  retryTimer = setTimeout(() => {
    retryTimer = null;
    connect();
  }, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]);
  failures += 1;
}

function notifyListeners(kind, data) {
  const value = JSON.parse(data);
  for (const listener of listeners[kind]) listener(value);
}

function setState(next) {
  if (state === next) return;
  state = next;
  for (const listener of listeners.state) listener(next);
}

addEventListener('online', () => {
  if (source?.readyState === EventSource.OPEN) handleOpen();
  else reconnectLiveUpdates();
});
// The connection itself may take minutes to fail.
addEventListener('offline', () => {
  if (state !== 'off') setState('lost');
});
addEventListener('visibilitychange', () => {
  if (!document.hidden) reconnectLiveUpdates();
});

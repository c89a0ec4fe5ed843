/**
 * Keeps the open screen true: the server's stream of what happens to this person's outings.
 *
 * The browser reconnects by itself and sends the last event's id, so nothing between is lost; when the
 * server refuses for good (signed out, restarted with another version) it is tried again with growing pauses.
 */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000, 30_000];
const LOST_AFTER_MS = 2_500; // a reconnect within this time is not worth a word

const listeners = { hello: new Set(), update: new Set(), revision: new Set(), reset: new Set(), state: new Set() };
let source = null;
let failures = 0;
let retryTimer = null;
let lostTimer = null;
let state = 'off';

/**
 * `hello` ({from}: the number of the update that the stream goes on after), `update` (an Update), `revision` ({outing,
 * rev, version}), `reset` ({seq}: more was missed than is sent), `state` (off, live or lost).
 */
export function onLiveEvent(kind, listener) {
  listeners[kind].add(listener);
}

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

/** At once instead of after the pause: the person asked, or the network came back. */
export function reconnectLiveUpdates() {
  if (state === 'off' || source?.readyState === EventSource.OPEN) return;
  clearTimeout(retryTimer);
  retryTimer = null;
  source?.close();
  connect();
}

function connect() {
  source = new EventSource('/v1/updates/stream');
  source.addEventListener('open', handleOpen);
  source.addEventListener('error', handleError);
  for (const kind of ['hello', 'update', 'revision', 'reset']) {
    source.addEventListener(kind, (event) => notifyListeners(kind, event.data));
  }
}

function handleOpen() {
  const wasLost = state === 'lost';
  failures = 0;
  clearTimeout(lostTimer);
  lostTimer = null;
  setState('live');
  if (wasLost) notifyListeners('reset', 'null'); // what is open may be old: revisions are not kept for whoever was away
}

function handleError() {
  lostTimer ??= setTimeout(() => setState('lost'), LOST_AFTER_MS);
  if (source.readyState !== EventSource.CLOSED) return;
  source.close();
  source = null;
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

addEventListener('online', reconnectLiveUpdates);
addEventListener('visibilitychange', () => {
  if (!document.hidden) reconnectLiveUpdates();
});

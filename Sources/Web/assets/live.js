/**
 * Keeps the open screen true: the server's stream of what happens to this person's outings.
 *
 * The browser reconnects by itself and sends the last event's id, so nothing between is lost; when the
 * server refuses for good (signed out, restarted with another version) it is tried again with growing pauses.
 */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 30_000];
const LOST_AFTER_MS = 2_500; // a reconnect within this time is not worth a word

const listeners = { hello: new Set(), update: new Set(), revision: new Set(), reset: new Set(), state: new Set() };
let source = null;
let failures = 0;
let retry = null;
let lost = null;
let state = 'off';

/**
 * `hello` ({from}: the number of the update that the stream goes on after), `update` (an Update), `revision` ({outing,
 * rev, version}), `reset` ({seq}: more was missed than is sent), `state` (off, live or lost).
 */
export function onLive(kind, listener) {
  listeners[kind].add(listener);
}

export const liveState = () => state;

export function startLive() {
  if (source || retry) return;
  open();
}

export function stopLive() {
  clearTimeout(retry);
  clearTimeout(lost);
  source?.close();
  source = retry = lost = null;
  failures = 0;
  enter('off');
}

/** At once instead of after the pause: the person asked, or the network came back. */
export function retryLive() {
  if (state === 'off' || source?.readyState === EventSource.OPEN) return;
  clearTimeout(retry);
  retry = null;
  source?.close();
  open();
}

function open() {
  source = new EventSource('/v1/updates/stream');
  source.addEventListener('open', connected);
  source.addEventListener('error', interrupted);
  for (const kind of ['hello', 'update', 'revision', 'reset']) {
    source.addEventListener(kind, (event) => told(kind, event.data));
  }
}

function connected() {
  const wasLost = state === 'lost';
  failures = 0;
  clearTimeout(lost);
  lost = null;
  enter('live');
  if (wasLost) told('reset', 'null'); // what is open may be old: revisions are not kept for whoever was away
}

function interrupted() {
  lost ??= setTimeout(() => enter('lost'), LOST_AFTER_MS);
  if (source.readyState !== EventSource.CLOSED) return;
  source.close();
  source = null;
  retry = setTimeout(() => {
    retry = null;
    open();
  }, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
  failures += 1;
}

function told(kind, data) {
  const value = JSON.parse(data);
  for (const listener of listeners[kind]) listener(value);
}

function enter(next) {
  if (state === next) return;
  state = next;
  for (const listener of listeners.state) listener(next);
}

addEventListener('online', retryLive);
addEventListener('visibilitychange', () => {
  if (!document.hidden) retryLive();
});

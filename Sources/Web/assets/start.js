/** The entry point: connects the session, the event stream and the router, and shows the first screen. */
import { Problem } from './api.js';
import { isNewRevision, onLiveEvent, startLiveUpdates, stopLiveUpdates } from './live-updates.js';
import { registerServiceWorker } from './register-service-worker.js';
import { endSession, handleEvent, refreshScreen, show } from './router.js';
import { addUnread, getCurrentPerson, getUpdates, getViewer, onSessionChange, setInboxEnd } from './session.js';
import { updateConnectionBanner } from './parts/connection-banner.js';
import { sendQueuedAnswers, startSendingQueuedAnswers } from './parts/queued-answers.js';

onLiveEvent('hello', ({ from }) => {
  setInboxEnd(from);
  loadUnreadCount();
});
onLiveEvent('update', (update) => {
  setInboxEnd(update.seq);
  if (!update.read) addUnread(update);
  handleEvent({ kind: 'update', outing: update.outing?.id });
});
// The stream begins with the revision of every outing, which is a change only if the screen was read before it.
const followedOutings = new Set();
onLiveEvent('revision', ({ outing, rev }) => {
  handleEvent({ kind: 'revision', outing, ...(followedOutings.has(outing) ? {} : { isChange: () => isNewRevision(outing, rev) }) });
  followedOutings.add(outing);
});
onLiveEvent('reset', (reset) => {
  if (reset) setInboxEnd(reset.seq);
  loadUnreadCount();
  refreshScreen();
});
onLiveEvent('state', (state) => {
  updateConnectionBanner();
  if (state === 'live') sendQueuedAnswers();
});

let followedPerson = null;
onSessionChange(() => {
  const id = getViewer()?.id ?? null;
  if (id === followedPerson) return;
  followedPerson = id;
  stopLiveUpdates(); // the stream belongs to the previous person
  if (id) startLiveUpdates();
  if (getCurrentPerson()) registerServiceWorker().catch(() => null); // without a worker, an open page sends queued answers itself
});

// Not awaited: in the bundle, a group of screens waits until this file has run.
show().then(startSendingQueuedAnswers);

async function loadUnreadCount() {
  if (!getCurrentPerson()) return; // guests have no updates
  try {
    await getUpdates();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) endSession();
  }
}

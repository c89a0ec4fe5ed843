/** The first module: who is here, which screen, and what happens while it is open. */
import { endSession, handleEvent, refreshScreen, show } from './router.js';
import { getCurrentPerson, getUnreadCount, getUpdates, getViewer, onSessionChange, setInboxEnd, setUnreadCount } from './session.js';
import { onLiveEvent, startLiveUpdates, stopLiveUpdates } from './live-updates.js';
import { Problem } from './api.js';
import { updateConnectionBanner } from './parts/connection-banner.js';
import { sendQueuedAnswers, startSendingQueuedAnswers } from './parts/queued-answers.js';
import { registerServiceWorker } from './register-service-worker.js';

onLiveEvent('hello', ({ from }) => {
  setInboxEnd(from);
  loadUnreadCount();
});
onLiveEvent('update', (update) => {
  setInboxEnd(update.seq);
  if (!update.read) setUnreadCount(getUnreadCount() + 1);
  handleEvent({ kind: 'update', outing: update.outing?.id });
});
onLiveEvent('revision', ({ outing }) => handleEvent({ kind: 'revision', outing }));
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
  stopLiveUpdates(); // it is of whoever read before
  if (id) startLiveUpdates();
  if (getCurrentPerson()) registerServiceWorker().catch(() => null); // without one, an open page does the same
});

await show();
startSendingQueuedAnswers();

async function loadUnreadCount() {
  if (!getCurrentPerson()) return; // a guest has no inbox
  try {
    await getUpdates();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) endSession();
  }
}

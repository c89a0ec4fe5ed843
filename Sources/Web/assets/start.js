/** The first module: who is here, which screen, and what happens while it is open. */
import { endSession, handleEvent, refreshScreen, show } from './router.js';
import { me, onSessionChange, reader, setInboxEnd, setUnread, unreadCount, updates } from './session.js';
import { onLive, startLive, stopLive } from './live.js';
import { Problem } from './api.js';
import { showConnection } from './parts/connection.js';
import { followAnswers, sendWaiting } from './parts/queued-answers.js';
import { worker } from './worker.js';

onLive('hello', ({ from }) => {
  setInboxEnd(from);
  countUnread();
});
onLive('update', (update) => {
  setInboxEnd(update.seq);
  if (!update.read) setUnread(unreadCount() + 1);
  handleEvent({ kind: 'update', outing: update.outing?.id });
});
onLive('revision', ({ outing }) => handleEvent({ kind: 'revision', outing }));
onLive('reset', (reset) => {
  if (reset) setInboxEnd(reset.seq);
  countUnread();
  refreshScreen();
});
onLive('state', (state) => {
  showConnection();
  if (state === 'live') sendWaiting();
});

let followed = null;
onSessionChange(() => {
  const id = reader()?.id ?? null;
  if (id === followed) return;
  followed = id;
  stopLive(); // it is of whoever read before
  if (id) startLive();
  if (me()) worker().catch(() => null); // without one, an open page does the same
});

await show();
followAnswers();

async function countUnread() {
  if (!me()) return; // a guest has no inbox
  try {
    await updates();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) endSession();
  }
}

/** The page's side of the answers that wait: what it puts there, when it sends them, and how it says what became of them. */
import '../answer-queue.js';
import { changeKept, keptSince } from '../kept.js';
import { liveState } from '../live.js';
import { answerSentence, isHost } from '../outings.js';
import { showRefusal } from './connection.js';
import { announce } from './said.js';
import { refreshScreen } from '../page.js';
import { me } from '../session.js';
import { region, say } from '../words.js';

const queue = globalThis.answerQueue;

/** Whether it is known that nothing gets through now. */
export const isOffline = () => !navigator.onLine || liveState() === 'lost' || keptSince() !== null;

/**
 * Keeps an answer until there is a network, and shows it as given.
 *
 * @returns {Promise<boolean>} false where the browser lets us keep nothing, and for a guest, of whom it could not be told later
 *   that it is them
 */
export async function keepAnswer(outing, body, key) {
  if (!me()) return false;
  try {
    await queue.add({
      outing: outing.id, account: me().id, title: outing.title, host: outing.host, isHost: isHost(outing), language: region,
      key, body, at: Date.now(),
    });
  } catch {
    return false;
  }
  const { status, partySize, note } = body;
  const given = { status, partySize, changedSince: false, isWaiting: true, ...(note === undefined ? {} : { note }) };
  await changeKept(outing.id, (kept) => ({ ...kept, myAttendance: { ...kept.myAttendance, ...given } })).catch(() => {});
  // Browsers that can send it themselves once they are back, also without a page.
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await registration?.sync?.register(queue.tag).catch(() => {});
  return true;
}

/** A newer answer is on its way: the one that waits is not to be sent any more. */
export async function forgetWaiting(outing) {
  await queue.remove(outing).catch(() => {});
}

export async function forgetAllWaiting() {
  await queue.keepOnly(null).catch(() => {});
}

/** Sends what waits and says what became of it; without a network, or storage, it goes on waiting. */
export async function sendWaiting() {
  if (!me()) return;
  await told(await queue.send().catch(() => []));
}

/** Sends at every sign of a network from now on. */
export async function followAnswers() {
  addEventListener('online', sendWaiting);
  addEventListener('visibilitychange', () => document.hidden || sendWaiting());
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.kind === 'answers') told(data.outcomes);
  });
  if (!me()) return;
  await queue.keepOnly(me().id).catch(() => {});
  await sendWaiting();
  await showRefusals();
}

async function told(outcomes) {
  if (outcomes.length === 0) return;
  refreshScreen();
  const taken = outcomes.filter(({ attendance }) => attendance).at(-1);
  if (taken) {
    const { answer, attendance } = taken;
    announce(say('answer.sentNow', { title: answer.title, sentence: answerSentence(attendance, answer.host, answer.isHost) }));
  }
  await showRefusals();
}

/** One at a time, until it is read. */
async function showRefusals() {
  const refused = (await queue.all().catch(() => [])).find((answer) => answer.refusal && answer.account === me()?.id);
  const read = async () => {
    await queue.remove(refused.outing);
    await showRefusals();
  };
  showRefusal(refused ? { title: refused.title, reason: refused.refusal, read } : null);
}

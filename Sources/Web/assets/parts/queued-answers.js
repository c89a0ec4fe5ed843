/** The page's side of the answers that wait: what it puts there, when it sends them, and how it says what became of them. */
import '../answer-queue.js';
import { getCachedSince, updateCachedOuting } from '../offline-cache.js';
import { getLiveState } from '../live-updates.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { showRefusedAnswer } from './connection-banner.js';
import { showToast } from './toast.js';
import { refreshScreen } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { region, translate } from '../localization.js';

const queue = globalThis.answerQueue;

/** Whether it is known that nothing gets through now. */
export const isOffline = () => !navigator.onLine || getLiveState() === 'lost' || getCachedSince() !== null;

/**
 * Keeps an answer until there is a network, and shows it as given.
 *
 * @returns {Promise<boolean>} false where the browser lets us keep nothing, and for a guest, of whom it could not be told later
 *   that it is them
 */
export async function queueAnswer(outing, body, key) {
  if (!getCurrentPerson()) return false;
  try {
    await queue.add({
      outing: outing.id, account: getCurrentPerson().id, title: outing.title, host: outing.host, isHost: isHost(outing), language: region,
      key, body, at: Date.now(),
    });
  } catch {
    return false;
  }
  const { status, partySize, note } = body;
  const given = { status, partySize, changedSince: false, isWaiting: true, ...(note === undefined ? {} : { note }) };
  await updateCachedOuting(outing.id, (kept) => ({ ...kept, myAttendance: { ...kept.myAttendance, ...given } })).catch(() => {});
  // Browsers that can send it themselves once they are back, also without a page.
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await registration?.sync?.register(queue.tag).catch(() => {});
  return true;
}

/** A newer answer is on its way: the one that waits is not to be sent any more. */
export async function discardQueuedAnswer(outing) {
  await queue.remove(outing).catch(() => {});
}

export async function discardQueuedAnswers() {
  await queue.keepOnly(null).catch(() => {});
}

/** Sends what waits and says what became of it; without a network, or storage, it goes on waiting. */
export async function sendQueuedAnswers() {
  if (!getCurrentPerson()) return;
  await reportOutcomes(await queue.send().catch(() => []));
}

/** Sends at every sign of a network from now on. */
export async function startSendingQueuedAnswers() {
  addEventListener('online', sendQueuedAnswers);
  addEventListener('visibilitychange', () => document.hidden || sendQueuedAnswers());
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.kind === 'answers') reportOutcomes(data.outcomes);
  });
  if (!getCurrentPerson()) return;
  await queue.keepOnly(getCurrentPerson().id).catch(() => {});
  await sendQueuedAnswers();
  await showRefusals();
}

async function reportOutcomes(outcomes) {
  if (outcomes.length === 0) return;
  refreshScreen();
  const accepted = outcomes.filter(({ attendance }) => attendance).at(-1);
  if (accepted) {
    const { answer, attendance } = accepted;
    showToast(translate('answer.sentNow', { title: answer.title, sentence: describeAnswer(attendance, answer.host, answer.isHost) }));
  }
  await showRefusals();
}

/** One at a time, until it is read. */
async function showRefusals() {
  const refused = (await queue.all().catch(() => [])).find((answer) => answer.refusal && answer.account === getCurrentPerson()?.id);
  const dismiss = async () => {
    await queue.remove(refused.outing);
    await showRefusals();
  };
  showRefusedAnswer(refused ? { title: refused.title, reason: refused.refusal, read: dismiss } : null);
}

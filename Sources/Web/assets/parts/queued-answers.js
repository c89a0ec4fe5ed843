/** The page's side of queued answers: adds them, sends them and reports the outcomes. */
import '../answer-queue.js';
import { getLiveState } from '../live-updates.js';
import { region, translate } from '../localization.js';
import { getCachedSince, updateCachedOuting } from '../offline-cache.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { showRefusedAnswer } from './connection-banner.js';
import { showToast } from './toast.js';

const queue = globalThis.answerQueue;

/** Returns whether the client knows that the server cannot be reached. */
export const isOffline = () => !navigator.onLine || getLiveState() === 'lost' || getCachedSince() !== null;

/**
 * Queues an answer until there is a network, and shows it as given.
 *
 * @returns {Promise<boolean>} false if the browser cannot store it, or for guests, whose identity could not be verified when it is sent
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
  // Lets browsers with Background Sync send it without an open page.
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await registration?.sync?.register(queue.tag).catch(() => {});
  return true;
}

/** Removes a queued answer, because a newer one is being sent. */
export async function discardQueuedAnswer(outing) {
  await queue.remove(outing).catch(() => {});
}

export async function discardQueuedAnswers() {
  await queue.keepOnly(null).catch(() => {});
}

/** Sends queued answers and reports the outcomes. Answers that cannot be sent now stay in the queue. */
export async function sendQueuedAnswers() {
  if (!getCurrentPerson()) return;
  await reportOutcomes(await queue.send().catch(() => []));
}

/** Starts sending whenever the network may be back. */
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

/** Shows the first refused answer until the person dismisses it, then the next one. */
async function showRefusals() {
  const refused = (await queue.all().catch(() => [])).find((answer) => answer.refusal && answer.account === getCurrentPerson()?.id);
  const dismiss = async () => {
    await queue.remove(refused.outing);
    await showRefusals();
  };
  showRefusedAnswer(refused ? { title: refused.title, reason: refused.refusal, read: dismiss } : null);
}

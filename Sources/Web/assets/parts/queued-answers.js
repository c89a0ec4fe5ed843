/** The page's side of queued answers and dishes: adds them, sends them and reports the outcomes. */
import '../answer-queue.js';
import { getLiveState } from '../live-updates.js';
import { formatList, region, translate } from '../localization.js';
import { getCachedSince, updateCachedOuting } from '../offline-cache.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTimeInSentence } from '../time.js';
import { showRefusal } from './connection-banner.js';
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
  await requestSync();
  return true;
}

/**
 * Queues a dish for an order until there is a network.
 *
 * @param {string} name the dish's, which a dish of the menu does not have in its body
 * @returns {Promise<boolean>} false if there seems to be a network, so that the person can try again, if the browser cannot store the dish,
 *   or for guests; see {@link queueAnswer}
 */
export async function queueDish(outing, order, name, body, key) {
  if (!getCurrentPerson() || !isOffline()) return false;
  try {
    await queue.dishes.add({
      outing: outing.id, account: getCurrentPerson().id, title: outing.title, coordinator: order.coordinator.name, timeZone: order.timeZone,
      language: region, key, name, body, at: Date.now(),
    });
  } catch {
    return false;
  }
  await requestSync();
  return true;
}

/** Returns the dishes for an outing that were not sent yet, in the order in which they were picked. */
export async function findQueuedDishes(outing) {
  const dishes = await queue.dishes.all().catch(() => []);
  return dishes.filter((dish) => dish.outing === outing && dish.account === getCurrentPerson()?.id && !dish.refusal)
    .sort((one, other) => one.at - other.at);
}

/** Returns the name of a queued dish. Those of former versions of the client have it in the body only. */
export const nameQueuedDish = ({ name, body }) => name ?? body.name;

export async function discardQueuedDish({ key }) {
  await queue.dishes.remove(key).catch(() => {});
}

/** Lets browsers with Background Sync send what is queued without an open page. */
async function requestSync() {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await registration?.sync?.register(queue.tag).catch(() => {});
}

/** Removes a queued answer, because a newer one is being sent. */
export async function discardQueuedAnswer(outing) {
  await queue.remove(outing).catch(() => {});
}

export async function discardQueuedAnswers() {
  await queue.keepOnly(null).catch(() => {});
}

/** Sends queued answers and dishes and reports the outcomes. What cannot be sent now stays in the queue. */
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
  const dishes = outcomes.filter(({ dish, refusal }) => dish && !refusal).map(({ dish }) => dish);
  const sentences = [];
  if (accepted) {
    const { answer, attendance } = accepted;
    sentences.push(translate('answer.sentNow', { title: answer.title, sentence: describeAnswer(attendance, answer.host, answer.isHost) }));
  }
  for (const [title, sent] of Map.groupBy(dishes, (dish) => dish.title)) {
    sentences.push(translate('order.sentNow', { title, dishes: formatList(sent.map(nameQueuedDish)) }));
  }
  if (sentences.length > 0) showToast(sentences.join(' '));
  await showRefusals();
}

/** Shows the first refused answer or dish until the person dismisses it, then the next one. */
async function showRefusals() {
  const isRefused = ({ refusal, account }) => refusal && account === getCurrentPerson()?.id;
  const answer = (await queue.all().catch(() => [])).find(isRefused);
  const dish = (await queue.dishes.all().catch(() => [])).find(isRefused);
  const dismissWith = (remove) => () => remove().then(showRefusals);
  if (answer) {
    const title = translate('answer.refusedLater', { title: answer.title });
    showRefusal({ title, reason: answer.refusal, read: dismissWith(() => queue.remove(answer.outing)) });
  } else if (dish) {
    const title = translate('order.refusedLater', { name: nameQueuedDish(dish), title: dish.title });
    showRefusal({ title, reason: describeRefusedDish(dish), read: dismissWith(() => queue.dishes.remove(dish.key)) });
  } else {
    showRefusal(null);
  }
}

function describeRefusedDish({ refusal, closedAt, timeZone, coordinator }) {
  if (!closedAt) return refusal;
  return translate('order.tooLate', { moment: formatDateTimeInSentence(closedAt, timeZone), name: coordinator });
}

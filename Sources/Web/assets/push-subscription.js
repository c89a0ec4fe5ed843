/** Push notifications on this device: the browser's permission and subscription, and the server's record of it. */
import { get, post, Problem, remove } from './api.js';
import { registerServiceWorker } from './register-service-worker.js';
import { getCurrentPerson, getViewer } from './session.js';

const STORAGE_KEY = 'noonish.push';

/**
 * Returns `{ state }`, which is `insecure`, `unsupported`, `blocked`, `inactive` or `active`; with the `id` of an active subscription. A
 * subscription that another person or guest made in this browser is not active: the viewer gets none of its notifications.
 */
export async function getPushState() {
  if (!globalThis.isSecureContext) return { state: 'insecure' };
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return { state: 'unsupported' };
  }
  if (Notification.permission === 'denied') return { state: 'blocked' };
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  const id = subscription && Notification.permission === 'granted' ? readOwnId() : null;
  const isKnown = id && (!getCurrentPerson() || (await get('/v1/subscriptions')).items.some((one) => one.id === id));
  return isKnown ? { state: 'active', id } : { state: 'inactive' };
}

/** Asks for permission and registers a subscription with the server. Does nothing if the person refuses permission. */
export async function subscribeToPush() {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await registerServiceWorker();
  const registration = await navigator.serviceWorker.ready;
  const { key } = await get('/v1/push/key');
  const { endpoint, keys } = (await subscribe(registration.pushManager, key)).toJSON();
  const { id } = await post('/v1/subscriptions', { kind: 'webPush', endpoint, keys });
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ id, person: getViewer().id }));
}

/** Ends the subscription. */
export async function unsubscribeFromPush(id) {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  forgetSubscription();
  try {
    await remove(`/v1/subscriptions/${id}`);
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
  }
}

/** Forgets which subscription is the viewer's, for a sign-out. */
export function forgetSubscription() {
  localStorage.removeItem(STORAGE_KEY);
}

function readOwnId() {
  const record = JSON.parse(localStorage.getItem(STORAGE_KEY));
  return record?.person === getViewer()?.id ? record.id : null;
}

/**
 * Sends a test notification.
 *
 * @returns {Promise<{ delivered: boolean, detail: string }>}
 */
export async function sendTestPush(id) {
  return post(`/v1/subscriptions/${id}/test`);
}

/** Replaces a subscription that was made with another key, for example by an earlier server at this address. */
async function subscribe(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    if (error.name !== 'InvalidStateError') throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}

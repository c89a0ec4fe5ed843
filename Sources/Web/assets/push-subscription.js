/** Push notifications on this device: the browser's permission and subscription, and the server's record of it. */
import { get, post, Problem, remove } from './api.js';
import { registerServiceWorker } from './register-service-worker.js';
import { getCurrentPerson } from './session.js';

const STORAGE_KEY = 'noonish.device';

/** Returns `{ state }`, which is `insecure`, `unsupported`, `blocked`, `inactive` or `active`; with the `id` of an active subscription. */
export async function getPushState() {
  if (!globalThis.isSecureContext) return { state: 'insecure' };
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return { state: 'unsupported' };
  }
  if (Notification.permission === 'denied') return { state: 'blocked' };
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  const id = localStorage.getItem(STORAGE_KEY);
  const isKnown = subscription && id && (!getCurrentPerson() || (await get('/v1/subscriptions')).items.some((one) => one.id === id));
  return isKnown && Notification.permission === 'granted' ? { state: 'active', id } : { state: 'inactive' };
}

/** Asks for permission and registers a subscription with the server. Does nothing if the person refuses permission. */
export async function subscribeToPush() {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await registerServiceWorker();
  const registration = await navigator.serviceWorker.ready;
  const { key } = await get('/v1/push/key');
  const { endpoint, keys } = (await subscribe(registration.pushManager, key)).toJSON();
  const { id } = await post('/v1/subscriptions', { kind: 'webPush', endpoint, keys });
  localStorage.setItem(STORAGE_KEY, id);
}

/** Ends the subscription. That of a guest is removed when the push service refuses the next message. */
export async function unsubscribeFromPush(id) {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  localStorage.removeItem(STORAGE_KEY);
  if (!getCurrentPerson()) return;
  try {
    await remove(`/v1/subscriptions/${id}`);
  } catch (error) {
    if (!(error instanceof Problem && error.status === 404)) throw error;
  }
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

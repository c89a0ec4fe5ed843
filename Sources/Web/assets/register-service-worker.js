/** The service worker: there from the first visit of somebody who is signed in. */
const SCRIPT = '/service-worker.js';

let policy = null;

/** Has the browser install it, and look for a newer one; null where browsers have none, or only on https. */
export async function registerServiceWorker() {
  if (!globalThis.isSecureContext || !('serviceWorker' in navigator)) return null;
  // The one script address that may be made of text: trusted types refuse every other.
  policy ??= globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT });
  return navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT, { scope: '/' });
}

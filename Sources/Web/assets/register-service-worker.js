/** Installs the service worker, from the first visit after a sign-in on. */
const SCRIPT = '/service-worker.js';

let policy = null;

/** Registers the worker and checks for a newer version. Returns null if the browser supports no workers at this address. */
export async function registerServiceWorker() {
  if (!globalThis.isSecureContext || !('serviceWorker' in navigator)) return null;
  // Trusted Types allow this one script address to be created from text.
  policy ??= globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT });
  return navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT, { scope: '/' });
}

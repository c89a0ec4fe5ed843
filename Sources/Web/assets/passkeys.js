/** Passkeys of this browser: signing in by one, making one. */
import { post, Problem } from './api.js';
import { say } from './words.js';

/** Whether this browser, at this address, has passkeys and takes them as JSON. */
export function hasPasskeys() {
  return isSecureContext && typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Signs in by a passkey that the person picks. */
export async function signInByPasskey() {
  await proof({});
}

/**
 * Offers passkeys where the person types their address, until `signal`; true once one was taken, false where the browser
 * cannot, or nobody took one.
 */
export async function offerPasskeys(signal) {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  try {
    await proof({ mediation: 'conditional', signal });
    return true;
  } catch {
    return false; // nobody asked for it, so nothing is said
  }
}

async function proof(how) {
  const options = await post('/v1/auth/passkeys/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await told(navigator.credentials.get({ publicKey, ...how }));
  await post('/v1/auth/passkeys/verify', { credential: credential.toJSON() });
}

/** Makes a passkey for whoever is signed in; what the server keeps of it. */
export async function makePasskey() {
  const options = await post('/v1/me/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await told(navigator.credentials.create({ publicKey }));
  return post('/v1/me/passkeys', { credential: credential.toJSON() });
}

/** What browsers say of passkeys is not for people. */
async function told(asking) {
  try {
    return await asking;
  } catch (error) {
    const known = { InvalidStateError: 'passkey.known', SecurityError: 'passkey.elsewhere' };
    throw new Problem({ code: error.name, detail: say(known[error.name] ?? 'passkey.none') });
  }
}

/** Passkeys of this browser: signing in by one, making one. */
import { post, Problem } from './api.js';
import { translate } from './localization.js';

/** Whether this browser, at this address, has passkeys and takes them as JSON. */
export function supportsPasskeys() {
  return isSecureContext && typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Signs in by a passkey that the person picks. */
export async function signInWithPasskey() {
  await provePasskey({});
}

/**
 * Offers passkeys where the person types their address, until `signal`; true once one was taken, false where the browser
 * cannot, or nobody took one.
 */
export async function offerPasskeys(signal) {
  if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  try {
    await provePasskey({ mediation: 'conditional', signal });
    return true;
  } catch {
    return false; // nobody asked for it, so nothing is said
  }
}

async function provePasskey(credentialOptions) {
  const options = await post('/v1/auth/passkeys/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await translateErrors(navigator.credentials.get({ publicKey, ...credentialOptions }));
  await post('/v1/auth/passkeys/verify', { credential: credential.toJSON() });
}

/** Makes a passkey for whoever is signed in; what the server keeps of it. */
export async function createPasskey() {
  const options = await post('/v1/me/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await translateErrors(navigator.credentials.create({ publicKey }));
  return post('/v1/me/passkeys', { credential: credential.toJSON() });
}

/** What browsers say of passkeys is not for people. */
async function translateErrors(request) {
  try {
    return await request;
  } catch (error) {
    const messages = { InvalidStateError: 'passkey.known', SecurityError: 'passkey.elsewhere' };
    throw new Problem({ code: error.name, detail: translate(messages[error.name] ?? 'passkey.none') });
  }
}

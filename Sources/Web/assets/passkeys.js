/** Signing in with passkeys, and creating them. */
import { inTurn, post, Problem } from './api.js';
import { translate } from './localization.js';

/** Returns whether the browser supports passkeys as JSON at this address. */
export function supportsPasskeys() {
  return isSecureContext && typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Signs in with a passkey that the person selects. */
export async function signInWithPasskey() {
  await provePasskey({});
}

/**
 * Offers passkeys in the e-mail field until `signal` aborts.
 *
 * @returns {Promise<boolean>} whether the person signed in with one
 */
export async function offerPasskeys(signal) {
  if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  try {
    await provePasskey({ mediation: 'conditional', signal });
    return true;
  } catch {
    return false; // The person did not ask for it, so a failure is not reported.
  }
}

async function provePasskey(credentialOptions) {
  const options = await post('/v1/auth/passkeys/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await translateErrors(navigator.credentials.get({ publicKey, ...credentialOptions }));
  await inTurn(() => post('/v1/auth/passkeys/verify', { credential: credential.toJSON() }));
}

/** Creates a passkey for the current person and returns the server's description of it. */
export async function createPasskey() {
  const options = await post('/v1/me/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await translateErrors(navigator.credentials.create({ publicKey }));
  return post('/v1/me/passkeys', { credential: credential.toJSON() });
}

/** Replaces the browser's errors, which are not written for people. */
async function translateErrors(request) {
  try {
    return await request;
  } catch (error) {
    const messages = { InvalidStateError: 'passkey.known', SecurityError: 'passkey.elsewhere' };
    throw new Problem({ code: error.name, detail: translate(messages[error.name] ?? 'passkey.none') });
  }
}

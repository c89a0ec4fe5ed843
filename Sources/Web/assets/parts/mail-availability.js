/** Whether the server can send mail, so that no one waits for an invitation that never leaves. */
import { fetchSignInMethods } from './identity-providers.js';

let isAvailable = null;

/** Asks the server once. */
export async function checkMail(options) {
  isAvailable ??= (await fetchSignInMethods(options)).email;
}

/** Returns false only if the server has said that it sends no mail. */
export const canSendMail = () => isAvailable !== false;

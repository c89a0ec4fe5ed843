/** Running the actions of buttons and fields. */
import { Problem } from '../api.js';
import { refreshScreen } from '../page.js';
import { showToast } from './toast.js';

/**
 * Runs an action. If the server refuses it or cannot be reached, shows the problem.
 *
 * @param {() => Promise<void>} action
 * @returns {Promise<boolean>} whether the action succeeded
 */
export async function tryAction(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    showToast(error.message);
    return false;
  }
}

/**
 * Runs an action like {@link tryAction}, and refreshes the screen even if it failed, since a refusal can mean that the screen is outdated.
 *
 * @param {() => Promise<void>} action
 * @param {string | null} [done] what to show if it succeeded
 */
export async function runAndRefresh(action, done = null) {
  if (await tryAction(action) && done) showToast(done);
  await refreshScreen();
}

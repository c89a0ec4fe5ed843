/** What signing out removes from this browser. */
import { removeDrafts } from '../form-drafts.js';
import { forgetSubscription } from '../push-subscription.js';
import { clearSearchHistory } from '../recent-searches.js';
import { clearSession } from '../session.js';
import { discardQueuedAnswers } from './queued-answers.js';
import { clearSavedArea } from './search-area.js';

/** Removes what belongs to the person whose session has ended. */
export async function forgetPerson() {
  await discardQueuedAnswers();
  clearSearchHistory();
  clearSavedArea();
  removeDrafts();
  forgetSubscription();
  clearSession();
}

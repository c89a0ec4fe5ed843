/** A search that runs while its words are typed. */
import { Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';

const TYPING_PAUSE_MS = 250; // between the last keystroke and the search: short enough to feel immediate, long enough for a word

/**
 * Returns `now()` and `soon()`, which run a search. A new search cancels the previous one.
 *
 * @param {HTMLElement} results shows that a search is running, and the problem of one that failed
 * @param {(signal: AbortSignal) => Promise<void>} run
 */
export function createSearch(results, run) {
  let timer = null;
  let running = null;
  const now = async () => {
    clearTimeout(timer);
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    results.setAttribute('aria-busy', 'true');
    try {
      await run(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      redraw(results, createElement('p', { class: 'error', role: 'alert' }, error.errors[0]?.detail ?? error.message));
    } finally {
      if (!signal.aborted) results.removeAttribute('aria-busy');
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(now, TYPING_PAUSE_MS);
  };
  return { now, soon };
}

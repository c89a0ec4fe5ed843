/** Keeps the screen on, where browsers offer that: not in all of them, and only over HTTPS. */

export const canKeepScreenOn = () => 'wakeLock' in navigator;

/** Keeps the screen on until `signal` aborts. Browsers end that whenever the page is hidden. */
export function keepScreenOn(signal) {
  let lock = null;
  let isAsking = false;
  const ask = async () => {
    if (document.hidden || isAsking || (lock && !lock.released)) return;
    isAsking = true;
    lock = await navigator.wakeLock.request('screen').catch(() => null); // the battery may be low
    isAsking = false;
    if (signal.aborted) await lock?.release();
  };
  document.addEventListener('visibilitychange', ask, { signal });
  signal.addEventListener('abort', () => lock?.release(), { once: true });
  ask();
}

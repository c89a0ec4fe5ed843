/**
 * The venue whose board this browser shows, if it was paired as one of its devices.
 *
 * The credential is in a cookie that scripts cannot read. This note says which board to open after a restart.
 */
const KEY = 'noonish.device';

let device = readStored();

/** Returns `{ device, venue, name }` of the pairing, with `venueName` and `timeZone` once the venue was read; null if there is none. */
export const getDevice = () => device;

export function setDevice(changed) {
  device = changed;
  try {
    if (changed) localStorage.setItem(KEY, JSON.stringify(changed));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be unavailable. The note then lasts until the page is closed.
  }
}

function readStored() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Recent searches and named areas. They are stored on this device only, until the person clears them or signs out. */
const SEARCHES_KEY = 'noonish.words';
const AREAS_KEY = 'noonish.areas';
const MAX_ENTRIES = 8; // per list; the oldest is removed

/** Returns the recent searches, newest first. */
export const getRecentSearches = () => read(SEARCHES_KEY);

export function saveSearch(text) {
  if (text !== '') write(SEARCHES_KEY, [text, ...read(SEARCHES_KEY).filter((other) => other !== text)]);
}

/** Returns the named areas as `{ point, label }`, newest first. */
export const getNamedAreas = () => read(AREAS_KEY);

export function saveNamedArea(area) {
  write(AREAS_KEY, [area, ...read(AREAS_KEY).filter(({ label }) => label !== area.label)]);
}

export function removeNamedArea(label) {
  write(AREAS_KEY, read(AREAS_KEY).filter((area) => area.label !== label));
}

export function clearRecentSearches() {
  write(SEARCHES_KEY, []);
}

export function clearSearchHistory() {
  clearRecentSearches();
  write(AREAS_KEY, []);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

/** Stores a list. If storage is unavailable, nothing is stored. */
function write(key, entries) {
  try {
    if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries.slice(0, MAX_ENTRIES)));
    else localStorage.removeItem(key);
  } catch {
    // Storage is unavailable: nothing is stored.
  }
}

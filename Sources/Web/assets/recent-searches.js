/** What was looked for lately, and areas that were given a name: kept on this device alone, until they are cleared or one signs out. */
const SEARCHES_KEY = 'noonish.words';
const AREAS_KEY = 'noonish.areas';
const MAX_ENTRIES = 8; // of each; the oldest goes

/** The newest first. */
export const getRecentSearches = () => read(SEARCHES_KEY);

export function saveSearch(text) {
  if (text !== '') write(SEARCHES_KEY, [text, ...read(SEARCHES_KEY).filter((other) => other !== text)]);
}

/** `{ point, label }`, the newest first. */
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

/** Storage may be closed to us; then nothing is kept. */
function write(key, entries) {
  try {
    if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries.slice(0, MAX_ENTRIES)));
    else localStorage.removeItem(key);
  } catch {
    // asked again next time
  }
}

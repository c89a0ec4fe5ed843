/** What was looked for lately, and areas that were given a name: kept on this device alone, until they are cleared or one signs out. */
const WORDS = 'noonish.words';
const AREAS = 'noonish.areas';
const MOST = 8; // of each; the oldest goes

/** The newest first. */
export const latelySought = () => read(WORDS);

export function keepWords(words) {
  if (words !== '') write(WORDS, [words, ...read(WORDS).filter((one) => one !== words)]);
}

/** `{ point, label }`, the newest first. */
export const namedAreas = () => read(AREAS);

export function keepArea(area) {
  write(AREAS, [area, ...read(AREAS).filter(({ label }) => label !== area.label)]);
}

export function forgetArea(label) {
  write(AREAS, read(AREAS).filter((area) => area.label !== label));
}

export function forgetWords() {
  write(WORDS, []);
}

export function forgetLately() {
  forgetWords();
  write(AREAS, []);
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

/** Storage may be closed to us; then nothing is kept. */
function write(name, list) {
  try {
    if (list.length > 0) localStorage.setItem(name, JSON.stringify(list.slice(0, MOST)));
    else localStorage.removeItem(name);
  } catch {
    // asked again next time
  }
}

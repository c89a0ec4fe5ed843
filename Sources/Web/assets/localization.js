/** Says a sentence of the catalogue, in the language of whoever reads. The server has the catalogue. */
import { formatMessage } from './message-format.js';

const STORAGE_KEY = 'noonish.language';

/** The languages there are, each by its own name. */
export const LANGUAGES = { ar: 'العربية', en: 'English', fi: 'Suomi', ja: '日本語' };

/** The language spoken now. */
export let language;

/** How dates and numbers are written: the reader's own region where it has the page's language. */
export let region;

let messages = {};

await loadLanguage(getStoredLanguage() ?? document.documentElement.lang);

/** @param {string} key @param {Record<string, any>} [values] */
export function translate(key, values = {}) {
  const message = messages[key];
  if (message === undefined) throw new Error(`the catalogue has no message "${key}"`);
  return formatMessage(message, values, { tag: language, region, isFromTheRight: document.documentElement.dir === 'rtl' });
}

/** Whether the catalogue has a message; for words that the server may add to (kinds, cuisines). */
export function hasMessage(key) {
  return Object.hasOwn(messages, key);
}

/**
 * Speaks the language of a locale from now on, English if there is none. What is on the screen stays as it is
 * until it is drawn again.
 *
 * @returns {Promise<boolean>} whether it is another one than before
 */
export async function loadLanguage(locale) {
  const wanted = locale.split('-')[0].toLowerCase();
  const tag = Object.hasOwn(LANGUAGES, wanted) ? wanted : 'en';
  if (tag === language) return false;
  const response = await fetch(`/locales/${tag}.json`);
  if (!response.ok) throw new Error(`the catalogue of ${tag} did not come: ${response.status}`);
  messages = await response.json();
  language = tag;
  region = findRegion(tag, locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
  return true;
}

/** Speaks what somebody chose, now and at the next visit; as {@link speak}. */
export function chooseLanguage(locale) {
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {
    // storage is closed to us: asked again next time
  }
  return loadLanguage(locale);
}

/** The names in a sentence: "Leila, Jonas and Priya". */
export function formatList(names) {
  return new Intl.ListFormat(region, { type: 'conjunction' }).format(names);
}

/** English without a region is written as in Britain, as the server does. */
function findRegion(tag, locale) {
  const own = [locale, ...navigator.languages].find((one) => one.split('-')[0] === tag && one.includes('-'));
  return own ?? (tag === 'en' ? 'en-GB' : tag);
}

/** Storage may be closed to us; then the server's choice counts. */
function getStoredLanguage() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

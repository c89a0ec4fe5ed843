/** Messages of the server's catalogue in the person's language. */
import { formatMessage } from './message-format.js';

const STORAGE_KEY = 'noonish.language';

/** The available languages by their own names. */
export const LANGUAGES = { ar: 'العربية', de: 'Deutsch', en: 'English', fi: 'Suomi', ja: '日本語' };

/** The tag of the current language. */
export let language;

/** The locale for dates and numbers: the person's own region if it belongs to the current language. */
export let region;

let messages = {};

/** The parts of the catalogue that are loaded, by the ends of their addresses. */
const parts = new Set(['']);

let turn = 0; // of the latest change of the language

await loadLanguage(getStoredLanguage() ?? document.documentElement.lang);

/**
 * Returns a message of the catalogue with its values filled in.
 *
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function translate(key, values = {}) {
  const message = messages[key];
  if (message === undefined) throw new Error(`the catalogue has no message "${key}"`);
  return formatMessage(message, values, { tag: language, region, isFromTheRight: document.documentElement.dir === 'rtl' });
}

/** Returns whether the catalogue has a message. The server may add kinds and cuisines that have none. */
export function hasMessage(key) {
  return Object.hasOwn(messages, key);
}

/**
 * Switches to the language of a locale, or to English if it is not available. The screen has to be redrawn by the caller.
 *
 * @returns {Promise<boolean>} whether the language changed
 */
export async function loadLanguage(locale) {
  const requested = locale.split('-')[0].toLowerCase();
  const tag = Object.hasOwn(LANGUAGES, requested) ? requested : 'en';
  turn += 1;
  const own = turn;
  if (tag === language) return false;
  const loaded = await Promise.all([...parts].map((part) => fetchMessages(tag, part)));
  if (own !== turn) return false; // another one was chosen meanwhile
  if (loaded.length < parts.size) return loadLanguage(locale); // a group of screens came meanwhile
  messages = Object.assign({}, ...loaded);
  language = tag;
  region = findRegion(tag, locale);
  document.documentElement.lang = tag;
  document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
  return true;
}

/**
 * Loads the messages that only a group of screens needs, in this language and in those that the person chooses later.
 *
 * @param {string} group the name of the file
 */
export async function loadMessages(group) {
  const part = `/${group}`;
  parts.add(part); // first, so that a change of the language meanwhile loads it too
  const tag = language;
  const loaded = await fetchMessages(tag, part).catch((error) => {
    parts.delete(part);
    throw error;
  });
  if (tag === language) Object.assign(messages, loaded);
}

/**
 * Loads the messages of a group of screens in the language of a paper for others, which need not be the person's. Returns its locale, and a
 * function like {@link translate}.
 *
 * @param {string} country as ISO 3166-1 alpha-2, or null
 */
export async function loadPaperLanguage(group, tag, country) {
  const texts = await fetchMessages(tag, `/${group}`);
  const locale = country ? `${tag}-${country}` : findRegion(tag, tag);
  const own = { tag, region: locale, isFromTheRight: tag === 'ar' };
  return { locale, say: (key, values = {}) => formatMessage(texts[key], values, own) };
}

async function fetchMessages(tag, part) {
  const response = await fetch(`/locales/${tag}${part}.json`);
  if (!response.ok) throw new Error(`the catalogue of ${tag} did not come: ${response.status}`);
  return response.json();
}

/** Switches to the language that the person chose, and stores the choice; see {@link loadLanguage}. */
export function chooseLanguage(locale) {
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {
    // Storage may be unavailable. The choice then lasts until the page is closed.
  }
  return loadLanguage(locale);
}

/** Returns what stands between two sentences: a space, and nothing in Japanese. */
export const getSentenceSpace = () => (language === 'ja' ? '' : ' ');

/** Formats a number in the digits of the language. */
export const formatNumber = (value) => new Intl.NumberFormat(region).format(value);

/**
 * Joins names for a sentence: "Leila, Jonas and Priya". Where people read from the right, names in other scripts keep their own direction and
 * the list that of the language.
 */
export function formatList(names) {
  const isolate = document.documentElement.dir === 'rtl' ? (name) => `\u2068${name}\u2069` : (name) => name;
  return new Intl.ListFormat(region, { type: 'conjunction' }).format(names.map(isolate));
}

/** Splits a list of names into `{ type, value }`, of which those of the type `element` are the names. */
export const splitList = (names) => new Intl.ListFormat(region, { type: 'conjunction' }).formatToParts(names);

/** Returns the locale for dates and numbers. English without a region is British, as on the server. */
function findRegion(tag, locale) {
  const personal = [locale, ...navigator.languages].find((candidate) => candidate.split('-')[0] === tag && candidate.includes('-'));
  return personal ?? (tag === 'en' ? 'en-GB' : tag);
}

/** Returns the stored choice, or null if there is none or storage is unavailable. */
function getStoredLanguage() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

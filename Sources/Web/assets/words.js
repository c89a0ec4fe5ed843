/**
 * Says a sentence of the catalogue.
 *
 * The messages are a subset of ICU MessageFormat: `{name}`, `{count, plural, =0 {…} one {…} other {…}}` with
 * `#` for the number, and `{kind, select, a {…} other {…}}`; they nest.
 */
import english from './words/en.js';

/** The language of the page, from the document. */
export const language = document.documentElement.lang || 'en';

/** How dates and numbers are written: the reader's own region where it has the page's language. */
export const region = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? 'en-GB';

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(region);

/** @param {string} key @param {Record<string, string | number>} [values] */
export function say(key, values = {}) {
  const message = english[key];
  if (message === undefined) throw new Error(`the catalogue has no message "${key}"`);
  return written(message, values);
}

/** Whether the catalogue has a message; for words that the server may add to (kinds, cuisines). */
export function knows(key) {
  return Object.hasOwn(english, key);
}

/** The names in a sentence: "Leila, Jonas and Priya". */
export function listed(names) {
  return new Intl.ListFormat(region, { type: 'conjunction' }).format(names);
}

function written(message, values, count) {
  let text = '';
  for (let at = 0; at < message.length; at += 1) {
    if (message[at] === '{') {
      const end = closing(message, at);
      text += argument(message.slice(at + 1, end), values, count);
      at = end;
    } else if (message[at] === '#' && count !== undefined) {
      text += numbers.format(count);
    } else {
      text += message[at];
    }
  }
  return text;
}

function argument(inner, values, count) {
  const [, name, kind, rest] = /^\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*([^]*))?$/.exec(inner);
  const value = values[name];
  if (!kind) return typeof value === 'number' ? numbers.format(value) : String(value ?? '');
  const choices = branches(rest);
  if (kind === 'select') return written(choices.get(String(value)) ?? choices.get('other'), values, count);
  const chosen = choices.get(`=${value}`) ?? choices.get(plurals.select(value)) ?? choices.get('other');
  return written(chosen, values, value);
}

/** `one {a person} other {# people}` as a map from the branch's name to its message. */
function branches(text) {
  const found = new Map();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    if (open < 0) break;
    const end = closing(text, open);
    found.set(text.slice(at, open).trim(), text.slice(open + 1, end));
    at = end + 1;
  }
  return found;
}

/** Where the brace that opens at `open` closes. */
function closing(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`a brace is not closed in: ${text}`);
}

/**
 * Parses and formats messages in the subset of ICU MessageFormat that the server supports.
 *
 * `{name}`, `{count, number}`, `{count, plural, =0 {…} one {…} other {# …}}`, `{place, selectordinal, …}`, `{kind, select, a {…} other {…}}`,
 * `{when, date, ::EEEEdMMMM}`, `{when, time, ::jm}`; arguments nest. `''` is an apostrophe. An apostrophe before `{`, `}` or, within a plural,
 * `#` quotes up to the next apostrophe. Any other apostrophe stands for itself.
 */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200f\u202b\u202e\u2067]/;
const FIELDS = {
  EEEE: { weekday: 'long' }, E: { weekday: 'short' }, d: { day: 'numeric' }, MMMM: { month: 'long' },
  MMM: { month: 'short' }, y: { year: 'numeric' }, jm: { timeStyle: 'short' },
};

const parsedMessages = new Map();

/**
 * Formats a message.
 *
 * @param {string} message
 * @param {Record<string, string | number | { at: string | number | Date, zone: string }>} values
 * @param {{ tag: string, region: string, isFromTheRight: boolean }} language
 */
export function formatMessage(message, values, language) {
  if (!parsedMessages.has(message)) parsedMessages.set(message, new MessageParser(message).all());
  return formatParts(parsedMessages.get(message), values, language);
}

/**
 * Isolates text that people wrote, so that it keeps its own direction (Unicode UAX 9). A text that already contains isolates is one of our
 * sentences and gets the page's direction, because browsers ignore isolates when they detect a direction.
 */
export function isolateText(text, { isFromTheRight }) {
  if (text === '' || !(isFromTheRight || RIGHT_TO_LEFT.test(text))) return text;
  const isOurs = isFromTheRight && text.includes('\u2068');
  return `${isOurs ? '\u2067' : '\u2068'}${text}\u2069`;
}

/** Formats a date as the server does: in English without a comma between a weekday and a day, "Thursday 11 March 2027". */
export function formatFields(instant, region, fields) {
  const text = new Intl.DateTimeFormat(region, fields).format(new Date(instant));
  return region.startsWith('en') ? text.replace(/^(\p{L}+), (?=\d)/u, '$1 ') : text;
}

function formatParts(parts, values, language, count) {
  return parts.map((part) => (typeof part === 'string' ? part : formatArgument(part, values, language, count))).join('');
}

function formatArgument(part, values, language, count) {
  const numbers = new Intl.NumberFormat(language.region);
  if (part.kind === 'count') return numbers.format(count);
  const value = values[part.name];
  switch (part.kind) {
    case 'date':
    case 'time':
      return formatFields(value.at, language.region, { ...part.fields, calendar: 'gregory', timeZone: value.zone });
    case 'plural': return formatParts(selectPluralBranch(part, value, language), values, language, value);
    case 'select': return formatParts(part.branches.get(String(value)) ?? part.branches.get('other'), values, language, count);
    default: return typeof value === 'number' ? numbers.format(value) : isolateText(String(value ?? ''), language);
  }
}

function selectPluralBranch({ branches, type }, value, { tag }) {
  const category = new Intl.PluralRules(tag, { type }).select(value);
  return branches.get(`=${value}`) ?? branches.get(category) ?? branches.get('other');
}

class MessageParser {
  constructor(message) {
    this.message = message;
    this.at = 0;
  }

  all() {
    const parts = this.parts(false);
    if (this.at < this.message.length) throw this.fault('a } has no { before it');
    return parts;
  }

  parts(inPlural) {
    const parts = [''];
    const add = (piece) => (typeof piece === 'string' ? parts.push(parts.pop() + piece) : parts.push(piece, ''));
    while (this.at < this.message.length && this.message[this.at] !== '}') {
      const character = this.message[this.at];
      this.at += 1;
      if (character === '{') add(this.argument(inPlural));
      else if (character === '#' && inPlural) add({ kind: 'count' });
      else add(character === "'" ? this.quoted(inPlural) : character);
    }
    return parts;
  }

  quoted(inPlural) {
    const next = this.message[this.at];
    if (next === "'") {
      this.at += 1;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && inPlural)) return "'";
    const [whole, quoted] = /^((?:[^']|'')*)'?/.exec(this.message.slice(this.at));
    this.at += whole.length;
    return quoted.replaceAll("''", "'");
  }

  argument(inPlural) {
    const name = this.word();
    if (this.next(',', '}') === '}') return { kind: 'value', name };
    const kind = this.word();
    if (kind === 'number') {
      this.next('}');
      return { kind: 'value', name };
    }
    this.next(',');
    switch (kind) {
      case 'date':
      case 'time': return { kind, name, fields: this.skeleton() };
      case 'plural': return { kind, name, type: 'cardinal', branches: this.branches(true) };
      case 'selectordinal': return { kind: 'plural', name, type: 'ordinal', branches: this.branches(true) };
      case 'select': return { kind, name, branches: this.branches(inPlural) };
      default: throw this.fault(`${kind} is no kind of argument`);
    }
  }

  skeleton() {
    const match = /^\s*::(\w+)\s*}/.exec(this.message.slice(this.at));
    if (!match) throw this.fault('expected a skeleton such as ::EEEEdMMMM');
    this.at += match[0].length;
    return Object.assign({}, ...match[1].match(/jm|(.)\1*/g).map((field) => FIELDS[field]));
  }

  branches(inPlural) {
    const branches = new Map();
    while (this.space() !== '}') {
      const key = this.word();
      this.next('{');
      branches.set(key, this.parts(inPlural));
      this.next('}');
    }
    this.at += 1;
    return branches;
  }

  word() {
    this.space();
    const [word] = /^[\w=-]*/.exec(this.message.slice(this.at));
    if (word === '') throw this.fault('expected a word');
    this.at += word.length;
    return word;
  }

  next(...allowed) {
    const character = this.space();
    if (!allowed.includes(character)) throw this.fault(`expected ${allowed.join(' or ')}`);
    this.at += 1;
    return character;
  }

  /** Skips white space and returns the next character. */
  space() {
    while (/\s/.test(this.message[this.at] ?? '')) this.at += 1;
    return this.message[this.at];
  }

  fault(sentence) {
    return new Error(`${sentence} at ${this.at} of: ${this.message}`);
  }
}

/** Splitting a pasted list of addresses: the recipients of a mail, a column of a spreadsheet, or lines typed by hand. */

const ADDRESSES_ONLY = /^\S+@\S+(?:\s+\S+@\S+)+$/;

/**
 * Splits a list at commas, semicolons, line ends and after each `<address>`, but not inside of quotes and angle brackets (RFC 5322, section
 * 3.4). Addresses without names may also be separated by spaces.
 *
 * @param {string} text
 * @returns {string[]} entries such as `ada@example.org` and `"Lee, Kim" <kim@example.org>`
 */
export function splitMailboxes(text) {
  const entries = [];
  let entry = '';
  let closing = ''; // the character that ends a quoted or bracketed part
  const finish = () => {
    const trimmed = entry.trim();
    if (ADDRESSES_ONLY.test(trimmed)) entries.push(...trimmed.split(/\s+/));
    else if (trimmed) entries.push(trimmed);
    entry = '';
    closing = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\n' || character === '\r' || (!closing && /[,;\t]/.test(character))) {
      finish();
      continue;
    }
    entry += character;
    if (closing === '"' && character === '\\') {
      index += 1;
      entry += text[index] ?? '';
    } else if (character === closing) {
      closing = '';
      if (character === '>') finish();
    } else if (!closing && character === '<') {
      closing = '>';
    } else if (!closing && character === '"') {
      closing = '"';
    }
  }
  finish();
  return entries;
}

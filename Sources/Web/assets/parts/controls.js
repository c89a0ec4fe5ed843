/** Buttons, and links that look like them. */
import { element, icon } from '../element.js';

/**
 * A button that does something.
 *
 * @param {string} words
 * @param {() => void} act
 * @param {{ look?: string, sign?: string, key?: string, label?: string }} [how] `look` adds classes (sun, plain, round,
 *   danger), `sign` stands before the words, `key` finds the button again after a redraw, `label` says more than the words
 */
export function button(words, act, how = {}) {
  return element('button', { type: 'button', ...attributes(how), on: { click: act } }, content(words, how));
}

/** A link to an address of ours. */
export function buttonLink(words, address, how = {}) {
  return element('a', { href: address, ...attributes(how) }, content(words, how));
}

/** A link away: a new window that is told nothing of where it was opened from. */
export function linkAway(words, address, how = {}) {
  return element('a', { href: address, rel: 'noreferrer', target: '_blank', ...attributes(how) }, content(words, how));
}

function attributes({ look = '', key, label }) {
  return { class: `button ${look}`.trim(), 'data-key': key, 'aria-label': label };
}

/** A round button is its sign alone; its label is its words. */
function content(words, { sign, look = '' }) {
  return [sign ? icon(sign, sign === 'back' ? 'turns' : '') : null, look.includes('round') ? null : words];
}

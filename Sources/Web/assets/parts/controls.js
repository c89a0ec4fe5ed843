/** Buttons, and links that look like them. */
import { createElement, createIcon } from '../dom.js';

/**
 * A button that does something.
 *
 * @param {string} words
 * @param {() => void} act
 * @param {{ look?: string, sign?: string, key?: string, label?: string }} [how] `look` adds classes (sun, plain, round,
 *   danger), `sign` stands before the words, `key` finds the button again after a redraw, `label` says more than the words
 */
export function createButton(text, act, how = {}) {
  return createElement('button', { type: 'button', ...createAttributes(how), on: { click: act } }, createContent(text, how));
}

/** A link to an address of ours. */
export function createButtonLink(text, address, how = {}) {
  return createElement('a', { href: address, ...createAttributes(how) }, createContent(text, how));
}

/** A link away: a new window that is told nothing of where it was opened from. */
export function createExternalLink(text, address, how = {}) {
  return createElement('a', { href: address, rel: 'noreferrer', target: '_blank', ...createAttributes(how) }, createContent(text, how));
}

function createAttributes({ variant = '', key, label }) {
  return { class: `button ${variant}`.trim(), 'data-key': key, 'aria-label': label };
}

/** A round button is its sign alone; its label is its words. */
function createContent(text, { icon, variant = '' }) {
  return [icon ? createIcon(icon, icon === 'back' ? 'mirrored' : '') : null, variant.includes('round') ? null : text];
}

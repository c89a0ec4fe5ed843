/** Buttons, and links that look like buttons. */
import { createElement, createIcon } from '../dom.js';

/**
 * Creates a button.
 *
 * @param {string | Node} text a `bdi` if people wrote it
 * @param {() => void} act
 * @param {{ variant?: string, icon?: string, key?: string, label?: string }} [how] `variant` adds classes (primary, plain, round, danger),
 *   `key` keeps the focus across a redraw, `label` is the accessible name if the text is not sufficient
 */
export function createButton(text, act, how = {}) {
  return createElement('button', { type: 'button', ...createAttributes(how), on: { click: act } }, createContent(text, how));
}

/** Creates a link within the client. */
export function createButtonLink(text, address, how = {}) {
  return createElement('a', { href: address, ...createAttributes(how) }, createContent(text, how));
}

/**
 * Creates the header of a screen about one thing: a link away from it, and the heading.
 *
 * @param {string} address
 * @param {string} label of the link
 * @param {string} heading
 * @param {{ icon?: string, eyebrow?: string }} [how] `eyebrow` is what the thing belongs to, in the words of people
 */
export function createDetailHeader(address, label, heading, { icon = 'back', eyebrow } = {}) {
  const title = createElement('h1', {}, heading);
  return createElement('header', { class: 'detail-header' },
    createButtonLink('', address, { variant: 'round', icon, label }),
    eyebrow === undefined ? title : createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, eyebrow), title));
}

/** Creates a link to another site, which opens in a new window without a referrer. */
export function createExternalLink(text, address, how = {}) {
  return createElement('a', { href: address, rel: 'noreferrer', target: '_blank', ...createAttributes(how) }, createContent(text, how));
}

function createAttributes({ variant = '', key, label }) {
  return { class: `button ${variant}`.trim(), 'data-key': key, 'aria-label': label };
}

/** A round button shows its icon only; its label is its accessible name. */
function createContent(text, { icon, variant = '' }) {
  return [icon ? createIcon(icon, icon === 'back' ? 'mirrored' : '') : null, variant.includes('round') ? null : text];
}

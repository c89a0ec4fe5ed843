/** Short pieces of text with a style of their own. */
import { createElement, createIcon } from '../dom.js';

/** Joins facts in one line, separated by dots. */
export function createFactLine(facts, className = 'secondary') {
  const present = facts.filter(Boolean);
  return createElement('span', { class: `${className} facts`.trim() }, present.map((fact, at) =>
    [at > 0 ? ' ' : null, createElement('span', { class: at + 1 < present.length ? 'has-next' : null }, createElement('bdi', {}, fact))]));
}

/** Creates a name or a mail address, which may break after its "@" rather than anywhere. */
export function createAddress(text) {
  return createElement('bdi', { translate: 'no' }, text.split(/(?<=@)/).flatMap((part, at) => (at > 0 ? [createElement('wbr'), part] : [part])));
}

/** Creates a pill with an icon and text. */
export function createPill(kind, iconName, text) {
  return createElement('span', { class: `pill ${kind}` }, createIcon(iconName), text);
}

/** Short texts with a look of their own. */
import { createElement, createIcon } from '../dom.js';

/** Facts in one line with a dot between. */
export function createFactLine(facts, className = 'secondary') {
  const present = facts.filter(Boolean);
  return createElement('span', { class: `${className} facts` }, present.map((fact, at) =>
    [at > 0 ? ' ' : null, createElement('span', { class: at + 1 < present.length ? 'has-next' : null }, fact)]));
}

/** A pill with a sign and a word. */
export function createPill(kind, iconName, text) {
  return createElement('span', { class: `pill ${kind}` }, createIcon(iconName), text);
}

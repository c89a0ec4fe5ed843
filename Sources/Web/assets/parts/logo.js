/** The logo of a restaurant, beside its name. */
import { createElement } from '../dom.js';

/** Renders a small logo; null without one. Its name is beside it, so it has no text of its own. */
export function renderLogo(path) {
  return path ? createElement('img', { class: 'logo', src: `${path}&size=160`, alt: '', decoding: 'async' }) : null;
}

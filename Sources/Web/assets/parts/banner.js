/** A banner that applies to the whole screen. */
import { createElement, createIcon } from '../dom.js';

/**
 * Renders a banner.
 *
 * @param {{ icon: string, title: string, text?: string, action?: Node, tone?: 'highlight' }} content
 */
export function renderBanner({ icon, title, text, action, tone = '' }) {
  return createElement('div', { class: `banner ${tone}`.trim() }, createIcon(icon),
    createElement('p', {}, createElement('strong', {}, title), text ? createElement('span', {}, text) : null), action);
}

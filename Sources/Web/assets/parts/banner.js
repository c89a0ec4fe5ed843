/** What holds for the whole screen now. */
import { element, icon } from '../element.js';

/** @param {{ sign: string, title: string, text?: string, action?: Node, tone?: 'ask' | 'brick' }} told */
export function banner({ sign, title, text, action, tone = '' }) {
  return element('div', { class: `banner ${tone}`.trim() }, icon(sign),
    element('p', {}, element('strong', {}, title), text ? element('span', {}, text) : null), action);
}

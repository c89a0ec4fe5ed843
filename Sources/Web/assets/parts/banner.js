/** What holds for the whole screen now. */
import { createElement, createIcon } from '../dom.js';

/** @param {{ sign: string, title: string, text?: string, action?: Node, tone?: 'ask' | 'brick' }} told */
export function renderBanner({ icon, title, text, action, tone = '' }) {
  return createElement('div', { class: `banner ${tone}`.trim() }, createIcon(icon),
    createElement('p', {}, createElement('strong', {}, title), text ? createElement('span', {}, text) : null), action);
}

/** The three answers to an invitation as buttons. Moving the focus does not change the answer, only pressing a button does. */
import { createElement, createIcon } from '../dom.js';
import { STATUS_ICONS } from './avatar.js';

export const ANSWERS = ['attending', 'maybe', 'declined'];

/**
 * Renders the buttons.
 *
 * @param {{ label: string, chosen: string | null, getText: (status: string) => string, choose: (status: string) => void }} how
 */
export function renderAnswerButtons({ label, chosen, getText, choose }) {
  return createElement('div', { class: 'segment', role: 'group', 'aria-label': label }, ANSWERS.map((status) =>
    createElement('button', {
      type: 'button', class: status, 'data-key': `answer-${status}`, 'aria-pressed': String(status === chosen), on: { click: () => choose(status) },
    }, createIcon(STATUS_ICONS[status]), getText(status))));
}

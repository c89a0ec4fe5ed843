/** Toasts: short messages about what was done. A toast stays until it is closed or another screen is shown. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';

const container = document.getElementById('toast');

/**
 * Shows a toast.
 *
 * @param {string} sentence
 * @param {{ label: string, act: () => void } | null} [action] such as undo
 * @param {Node | null} [link] another next step
 */
export function showToast(sentence, action = null, link = null) {
  const words = createElement('p', {});
  container.replaceChildren(createElement('div', { class: 'toast' }, words, link, action ? createActionButton(action) : null, createCloseButton()));
  words.textContent = sentence;
}

export function hideToast() {
  container.replaceChildren();
}

function createActionButton({ label, act }) {
  const pressed = () => {
    hideToast();
    act();
  };
  return createElement('button', { class: 'button plain', type: 'button', on: { click: pressed } }, label);
}

function createCloseButton() {
  return createElement('button', { class: 'button round plain', type: 'button', 'aria-label': translate('said.close'), on: { click: hideToast } },
    createIcon('cross'));
}

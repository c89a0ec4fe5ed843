/** The sentence that says what was done, with its way back. It stays until the page changes or it is closed. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';

const container = document.getElementById('toast');

/**
 * @param {string} sentence
 * @param {{ label: string, act: () => void } | null} [way] an undo, or the next thing to do
 * @param {Node | null} [link] where it goes on besides
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

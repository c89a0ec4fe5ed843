/** The sentence that says what was done, with its way back. It stays until the page changes or it is closed. */
import { element, icon } from '../element.js';
import { say } from '../words.js';

const place = document.getElementById('said');

/**
 * @param {string} sentence
 * @param {{ label: string, act: () => void } | null} [way] an undo, or the next thing to do
 * @param {Node | null} [link] where it goes on besides
 */
export function announce(sentence, way = null, link = null) {
  const words = element('p', {});
  place.replaceChildren(element('div', { class: 'said' }, words, link, way ? undo(way) : null, close()));
  words.textContent = sentence;
}

export function hush() {
  place.replaceChildren();
}

function undo({ label, act }) {
  const pressed = () => {
    hush();
    act();
  };
  return element('button', { class: 'button plain', type: 'button', on: { click: pressed } }, label);
}

function close() {
  return element('button', { class: 'button round plain', type: 'button', 'aria-label': say('said.close'), on: { click: hush } },
    icon('cross'));
}

/**
 * Toasts: short messages about what was done. A toast leaves by itself, stays across screens, and lets taps beside its own buttons through,
 * so that it never blocks what lies under it.
 */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';

const SHOWN_FOR_MS = 6_000;

const container = document.getElementById('toast');
let timer = null;

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
  startTimer();
}

export function hideToast() {
  stopTimer();
  container.replaceChildren();
}

function startTimer() {
  stopTimer();
  if (!container.matches(':hover, :focus-within')) timer = setTimeout(hideToast, SHOWN_FOR_MS);
}

function stopTimer() {
  clearTimeout(timer);
}

// A toast stays while the pointer or the focus is on it.
for (const event of ['pointerenter', 'focusin']) container.addEventListener(event, stopTimer);
for (const event of ['pointerleave', 'focusout']) container.addEventListener(event, () => setTimeout(startTimer));

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

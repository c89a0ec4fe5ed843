/** The card that the payment provider remembers, and its removal. No data of it is known here. */
import { remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

/** Renders the section; nothing if no card is remembered. */
export function renderRememberedCard({ isRemembered }) {
  if (!isRemembered) return null;
  const section = createElement('section', { class: 'section', 'aria-labelledby': 'card' });
  const forget = () => tryAction(async () => {
    await remove('/v1/me/remembered-card');
    section.remove();
    showToast(translate('card.removed'));
  });
  redraw(section,
    createElement('h2', { id: 'card' }, translate('card.title')),
    createElement('p', { class: 'secondary spaced' }, translate('card.text')),
    createElement('p', {}, createButton(translate('card.remove'), forget, { key: 'remove-card' })));
  return section;
}

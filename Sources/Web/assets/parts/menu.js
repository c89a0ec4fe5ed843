/** What can be done to one thing, in a sheet: a button each. */
import { Problem } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';

/**
 * A button that opens the sheet.
 *
 * @param {string} name of the thing; the sheet's title
 * @param {{ words: string, act: () => Promise<void> | void, look?: string }[]} deeds a deed that throws a Problem is told so
 *   in the sheet, which stays; else the sheet closes first if `asks` is set, so that a question can follow
 */
export function createMenuButton(name, actions, key) {
  return createButton(translate('menu.more'), () => openMenu(name, actions), { variant: 'plain', key, label: translate('menu.of', { name }) });
}

function openMenu(name, actions) {
  const dialog = createElement('dialog', { class: 'sheet', 'aria-labelledby': 'menu-title' });
  const fault = createElement('p', { class: 'error', role: 'alert', hidden: true });
  const run = async ({ act, asks = false }) => {
    if (asks) dialog.close();
    try {
      await act();
      if (!asks) dialog.close();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fault.textContent = error.message;
      fault.hidden = false;
    }
  };
  dialog.append(createElement('div', { class: 'form' },
    createElement('h2', { id: 'menu-title' }, name),
    fault,
    actions.map((action) => createButton(action.label, () => run(action), { variant: action.variant ?? '' })),
    createButton(translate('action.notNow'), () => dialog.close(), { variant: 'plain' })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

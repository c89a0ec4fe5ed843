/** A menu of actions, shown in a dialog. */
import { Problem } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { show } from './dialog.js';

/**
 * Creates a button that opens the menu.
 *
 * @param {string} name the title of the dialog
 * @param {{ label: string, act: () => Promise<void> | void, variant?: string, asks?: boolean }[]} actions if one throws a {@link Problem},
 *   the dialog shows it and stays open; with `asks`, the dialog closes before the action runs, which opens a dialog of its own
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
    createElement('h2', { id: 'menu-title', dir: 'auto' }, name),
    fault,
    actions.map((action) => createButton(action.label, () => run(action), { variant: action.variant ?? '' })),
    createButton(translate('action.notNow'), () => dialog.close(), { variant: 'plain' })));
  show(dialog);
}

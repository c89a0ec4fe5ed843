/** What can be done to one thing, in a sheet: a button each. */
import { Problem } from '../api.js';
import { element } from '../element.js';
import { say } from '../words.js';
import { button } from './controls.js';

/**
 * A button that opens the sheet.
 *
 * @param {string} name of the thing; the sheet's title
 * @param {{ words: string, act: () => Promise<void> | void, look?: string }[]} deeds a deed that throws a Problem is told so
 *   in the sheet, which stays; else the sheet closes first if `asks` is set, so that a question can follow
 */
export function more(name, deeds, key) {
  return button(say('menu.more'), () => open(name, deeds), { look: 'plain', key, label: say('menu.of', { name }) });
}

function open(name, deeds) {
  const dialog = element('dialog', { class: 'sheet', 'aria-labelledby': 'menu-title' });
  const fault = element('p', { class: 'fault', role: 'alert', hidden: true });
  const doing = async ({ act, asks = false }) => {
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
  dialog.append(element('div', { class: 'form' },
    element('h2', { id: 'menu-title' }, name),
    fault,
    deeds.map((deed) => button(deed.words, () => doing(deed), { look: deed.look ?? '' })),
    button(say('action.notNow'), () => dialog.close(), { look: 'plain' })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

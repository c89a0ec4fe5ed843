/** A question that must be answered before something is done; the platform's own dialog. */
import { element } from '../element.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { form } from './form.js';

/**
 * Asks and, on yes, does: a refusal by the server is shown in the dialog, which stays.
 *
 * @param {{ title: string, text?: string, fields?: Node[], yes: string,
 *   act: (values: Record<string, string>) => Promise<void> }} question
 */
export function ask({ title, text, fields = [], yes, act }) {
  const dialog = element('dialog', { class: 'sheet', 'aria-labelledby': 'dialog-title' });
  const send = async (values) => {
    await act(values);
    dialog.close();
  };
  dialog.append(form({ class: 'form', send },
    element('h2', { id: 'dialog-title' }, title),
    text ? element('p', { class: 'second' }, text) : null,
    fields,
    element('div', { class: 'actions' },
      element('button', { class: 'button', type: 'submit' }, yes),
      button(say('action.notNow'), () => dialog.close(), { look: 'plain' }))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

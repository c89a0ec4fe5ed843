/** Dialogs, most of them with a form. */
import { createElement, rememberFocus } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { createButton } from './controls.js';
import { createForm } from './form.js';
import { showToast } from './toast.js';

/** Opens a dialog that shows something. */
export function openDialog(title, ...content) {
  const dialog = createElement('dialog', { class: 'sheet', 'aria-labelledby': 'dialog-title' });
  dialog.append(createElement('div', { class: 'form' }, createElement('h2', { id: 'dialog-title' }, title), content,
    createElement('div', { class: 'actions' }, createButton(translate('action.close'), () => dialog.close()))));
  show(dialog);
}

/**
 * Opens a dialog that runs an action when it is confirmed. If the server refuses, the dialog shows the problem and stays open; so
 * it does if `act` returns false, having shown an error itself. With `draft`, what was typed outlives the dialog, and with `saysRestored` it
 * says so; see form.js. With `isDanger`, the button warns that something ends or is lost.
 *
 * @param {{ title: string, text?: string, fields?: Node[], yes: string, no?: string, isDanger?: boolean, draft?: string, saysRestored?: boolean,
 *   act: (values: Record<string, string>, node: HTMLFormElement) => Promise<any> }} question
 */
export function openFormDialog({ title, text, fields = [], yes, no = translate('action.notNow'), isDanger = false, draft, saysRestored, act }) {
  const dialog = createElement('dialog', { class: 'sheet', 'aria-labelledby': 'dialog-title' });
  const send = async (values, node) => {
    try {
      if (await act(values, node) === false) return false;
    } catch (error) {
      if (draft && error.status === 401) dialog.close(); // the form asks for a sign-in
      throw error;
    }
    dialog.close();
    return true;
  };
  dialog.append(createForm({ class: 'form', draft, saysRestored, send },
    createElement('h2', { id: 'dialog-title' }, title),
    text ? createElement('p', { class: 'secondary' }, text) : null,
    fields,
    createElement('div', { class: 'actions' },
      createElement('button', { class: `button ${isDanger ? 'danger' : 'primary'}`, type: 'submit' }, yes),
      createButton(no, () => dialog.close(), { variant: 'plain' }))));
  show(dialog);
}

/**
 * Asks before an action that changes what the screen shows, then says that it is done and refreshes the screen.
 *
 * @param {{ title: string, text: string, yes: string, done?: string, isDanger?: boolean }} keys of the catalogue's messages
 * @param {Record<string, any>} values of these messages
 * @param {() => Promise<any>} act
 */
export function confirmAction({ title, text, yes, done, isDanger }, values, act) {
  openFormDialog({
    title: translate(title, values),
    text: translate(text, values),
    yes: translate(yes, values),
    isDanger,
    act: async () => {
      await act();
      if (done) showToast(translate(done, values));
      await refreshScreen();
    },
  });
}

/** Shows a dialog. When it is closed, the browser returns the focus to the control that opened it, unless that control is gone. */
export function show(dialog) {
  const restoreFocus = rememberFocus();
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (document.activeElement === document.body) restoreFocus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

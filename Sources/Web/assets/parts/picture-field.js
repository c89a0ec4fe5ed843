/** The field of a picture that is stored at once, apart from the form around it. */
import { remove, upload } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

const TYPES = 'image/jpeg,image/png,image/webp';

/**
 * Creates the field.
 *
 * @param {{ key: string, label: string, title: string, text: string, path: string, getPicture: () => string | null | undefined,
 *   setPicture: (response: any) => void, render: (picture: any) => Node | null }} what
 *   `setPicture` receives the response to the upload, or null once the picture is removed
 */
export function createPictureField({ key, label, title, text, path, getPicture, setPicture, render }) {
  const node = createElement('div', { class: 'setting wrap', role: 'group', 'aria-label': label });
  const input = createElement('input', { type: 'file', accept: TYPES, class: 'visually-hidden', id: `picture-${key}`, tabindex: '-1', 'aria-hidden': 'true', on: { change: () => send() } });
  const change = async (action, done) => {
    if (!(await tryAction(async () => setPicture(await action())))) return;
    draw();
    showToast(done);
  };
  const send = () => {
    const [file] = input.files;
    input.value = '';
    if (file) change(() => upload(path, file), translate('settings.saved'));
  };
  const drop = () => change(async () => {
    await remove(path);
    return null;
  }, translate('settings.picture.removed'));
  const draw = () => redraw(node, render(getPicture()),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, title), createElement('span', { class: 'secondary' }, text)),
    input,
    createButton(translate('settings.picture.choose'), () => input.click(), { variant: 'plain', key: `picture-${key}` }),
    getPicture() ? createButton(translate('settings.picture.remove'), drop, { variant: 'plain', key: `picture-remove-${key}` }) : null);
  draw();
  return node;
}

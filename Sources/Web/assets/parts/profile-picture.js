/** The person's profile picture. */
import { remove, upload } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { getCurrentPerson, setPerson } from '../session.js';
import { tryAction } from './actions.js';
import { renderAvatar } from './avatar.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

const TYPES = 'image/jpeg,image/png,image/webp';

/**
 * Renders the setting.
 *
 * @param {() => Promise<void>} refresh draws the page again
 */
export function renderProfilePicture(refresh) {
  const change = (action, done) => async () => {
    if (!(await tryAction(action))) return;
    await refresh();
    return showToast(done);
  };
  const send = async () => {
    const [file] = input.files;
    input.value = '';
    if (file) await change(async () => setPerson(await upload('/v1/me/picture', file)), translate('settings.saved'))();
  };
  const input = createElement('input', {
    type: 'file', accept: TYPES, class: 'visually-hidden', id: 'field-picture', tabindex: '-1', 'aria-hidden': 'true', on: { change: send },
  });
  const drop = change(async () => {
    await remove('/v1/me/picture');
    setPerson({ ...getCurrentPerson(), picture: null });
  }, translate('settings.picture.removed'));
  return createElement('div', { class: 'setting wrap' }, renderAvatar(getCurrentPerson()),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, translate('settings.picture.title')),
      createElement('span', { class: 'secondary' }, translate('settings.picture.text'))),
    input,
    createButton(translate('settings.picture.choose'), () => input.click(), { variant: 'plain', key: 'picture' }),
    getCurrentPerson().picture ? createButton(translate('settings.picture.remove'), drop, { variant: 'plain', key: 'picture-remove' }) : null);
}

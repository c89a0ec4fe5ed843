/** One's own picture: shown, replaced, taken away. */
import { Problem, remove, upload } from '../api.js';
import { element } from '../element.js';
import { me, setPerson } from '../session.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { face } from './face.js';
import { announce } from './said.js';

const TYPES = 'image/jpeg,image/png,image/webp';

/** @param {() => Promise<void>} refresh draws the page anew */
export function picture(refresh) {
  const change = (action, done) => async () => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return announce(error.message);
    }
    await refresh();
    return announce(done);
  };
  const send = async () => {
    const [file] = input.files;
    input.value = '';
    if (file) await change(async () => setPerson(await upload('/v1/me/picture', file)), say('settings.saved'))();
  };
  const input = element('input', {
    type: 'file', accept: TYPES, class: 'visually-hidden', id: 'field-picture', tabindex: '-1', 'aria-hidden': 'true', on: { change: send },
  });
  const drop = change(async () => {
    await remove('/v1/me/picture');
    setPerson({ ...me(), picture: null });
  }, say('settings.picture.removed'));
  return element('div', { class: 'setting wrap' }, face(me()),
    element('div', { class: 'setting-body' }, element('span', {}, say('settings.picture.title')),
      element('span', { class: 'second' }, say('settings.picture.text'))),
    input,
    button(say('settings.picture.choose'), () => input.click(), { look: 'plain', key: 'picture' }),
    me().picture ? button(say('settings.picture.remove'), drop, { look: 'plain', key: 'picture-remove' }) : null);
}

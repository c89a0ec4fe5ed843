/** The setting "Notifications on this device". */
import { Problem } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getPushState, sendTestPush, subscribeToPush, unsubscribeFromPush } from '../push-subscription.js';
import { getCurrentPerson } from '../session.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

export function renderPushSettings() {
  const body = createElement('div', { class: 'group' });
  const draw = async () => redraw(body, renderPushState(await getPushState(), draw));
  draw().catch((error) => showToast(describeError(error)));
  return createElement('section', { class: 'section', 'aria-labelledby': 'device' },
    createElement('h2', { id: 'device' }, translate('device.title')), body);
}

function renderPushState({ state, id }, draw) {
  const act = (action) => async () => {
    try {
      await action();
    } catch (error) {
      showToast(describeError(error));
    }
    await draw();
  };
  return createElement('div', { class: 'setting wrap', 'data-state': state }, createIcon('device'),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, translate(`device.${state}`)),
      createElement('span', { class: 'secondary' }, translate(`device.about.${state}`))),
    state === 'inactive' ? createButton(translate('device.turnOn'), act(subscribeToPush), { variant: 'primary', key: 'device' }) : null,
    state === 'active' ? [
      getCurrentPerson() ? createButton(translate('device.test'), act(() => sendTest(id)), { variant: 'plain', key: 'device-test' }) : null,
      createButton(translate('device.turnOff'), act(() => unsubscribeFromPush(id)), { variant: 'plain', key: 'device' }),
    ] : null);
}

async function sendTest(id) {
  const { delivered, detail } = await sendTestPush(id);
  showToast(delivered ? translate('device.tested') : translate('device.untested', { detail }));
}

/** Describes an error. The browser's own messages about push are not written for people. */
function describeError(error) {
  return error instanceof Problem ? error.message : translate('device.failed');
}

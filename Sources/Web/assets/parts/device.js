/** "Notifications on this device": how things stand, and what can be done about it. */
import { Problem } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { pushState, tryOut, turnOff, turnOn } from '../push.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { announce } from './said.js';

export function device() {
  const body = element('div', { class: 'group' });
  const draw = async () => redraw(body, row(await pushState(), draw));
  draw().catch((error) => announce(words(error)));
  return element('section', { class: 'section', 'aria-labelledby': 'device' },
    element('h2', { id: 'device' }, say('device.title')), body);
}

function row({ state, id }, draw) {
  const act = (action) => async () => {
    try {
      await action();
    } catch (error) {
      announce(words(error));
    }
    await draw();
  };
  return element('div', { class: 'setting wrap', 'data-state': state }, icon('device'),
    element('div', { class: 'setting-body' }, element('span', {}, say(`device.${state}`)),
      element('span', { class: 'second' }, say(`device.about.${state}`))),
    state === 'inactive' ? button(say('device.turnOn'), act(turnOn), { look: 'sun', key: 'device' }) : null,
    state === 'active' ? [
      button(say('device.test'), act(() => test(id)), { look: 'plain', key: 'device-test' }),
      button(say('device.turnOff'), act(() => turnOff(id)), { look: 'plain', key: 'device' }),
    ] : null);
}

async function test(id) {
  const { delivered, detail } = await tryOut(id);
  announce(delivered ? say('device.tested') : say('device.untested', { detail }));
}

/** What the server says is a sentence; what browsers say about push is not for people. */
function words(error) {
  return error instanceof Problem ? error.message : say('device.failed');
}

/** By which channels one is told, and in which hours not. */
import { patch, Problem } from '../api.js';
import { element, redraw } from '../element.js';
import { say } from '../words.js';
import { field, form } from './form.js';
import { announce } from './said.js';

/** @param {{ channel: string, wanted: boolean, quietHours: { from: string, until: string } | null, urgent: boolean }[]} list */
export function channels(list) {
  const body = element('div', { class: 'group' });
  redraw(body, list.map(row));
  return element('section', { class: 'section', 'aria-labelledby': 'channels' },
    element('h2', { id: 'channels' }, say('settings.channels.title')),
    element('p', { class: 'second' }, say('settings.channels.text')), body, quiet(list));
}

function row({ channel, wanted }) {
  const change = async (event) => {
    const box = event.target;
    try {
      await patch(`/v1/me/channels/${channel}`, { wanted: box.checked });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      box.checked = !box.checked;
      return announce(error.message);
    }
    return announce(say('settings.saved'));
  };
  return element('label', { class: 'setting' },
    element('span', { class: 'setting-body' }, say(`settings.channels.${channel}`)),
    element('input', { type: 'checkbox', checked: wanted, 'data-key': `channel-${channel}`, on: { change } }));
}

/** The same hours for every channel: a night is a night. */
function quiet(list) {
  const [first] = list;
  if (!first) return null;
  const send = async ({ quietFrom, quietUntil }, node) => {
    const quietHours = quietFrom && quietUntil ? { from: quietFrom, until: quietUntil } : null;
    const urgent = node.querySelector('input[name="urgent"]').checked;
    for (const { channel } of list) await patch(`/v1/me/channels/${channel}`, { quietHours, urgent });
    announce(say('settings.saved'));
  };
  return form({ send, label: say('settings.channels.quiet') },
    element('h3', {}, say('settings.channels.quiet')),
    element('div', { class: 'two' },
      field({ name: 'quietFrom', label: say('settings.channels.from'), type: 'time', value: first.quietHours?.from }),
      field({ name: 'quietUntil', label: say('settings.channels.until'), type: 'time', value: first.quietHours?.until })),
    element('label', { class: 'choice' },
      element('input', { type: 'checkbox', name: 'urgent', checked: first.urgent }),
      element('span', {}, say('settings.channels.urgent'))),
    element('div', {}, element('button', { class: 'button', type: 'submit' }, say('action.save'))));
}

/** The notification channels and quiet hours. */
import { patch, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createField, createForm } from './form.js';
import { showToast } from './toast.js';

/**
 * Renders the section.
 *
 * @param {{ channel: string, wanted: boolean, quietHours: { from: string, until: string } | null, urgent: boolean }[]} channels
 */
export function renderNotificationSettings(channels) {
  const body = createElement('div', { class: 'group' });
  redraw(body, channels.map(renderChannel));
  return createElement('section', { class: 'section', 'aria-labelledby': 'channels' },
    createElement('h2', { id: 'channels' }, translate('settings.channels.title')),
    createElement('p', { class: 'secondary' }, translate('settings.channels.text')), body, createQuietHoursForm(channels));
}

function renderChannel({ channel, wanted }) {
  const change = async (event) => {
    const box = event.target;
    try {
      await patch(`/v1/me/channels/${channel}`, { wanted: box.checked });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      box.checked = !box.checked;
      return showToast(error.message);
    }
    return showToast(translate('settings.saved'));
  };
  return createElement('label', { class: 'setting' },
    createElement('span', { class: 'setting-body' }, translate(`settings.channels.${channel}`)),
    createElement('input', { type: 'checkbox', checked: wanted, 'data-key': `channel-${channel}`, on: { change } }));
}

/** Creates the form, which sets the same quiet hours for every channel. */
function createQuietHoursForm(channels) {
  const [first] = channels;
  if (!first) return null;
  const send = async ({ quietFrom, quietUntil }, node) => {
    const quietHours = quietFrom && quietUntil ? { from: quietFrom, until: quietUntil } : null;
    const urgent = node.querySelector('input[name="urgent"]').checked;
    for (const { channel } of channels) await patch(`/v1/me/channels/${channel}`, { quietHours, urgent });
    showToast(translate('settings.saved'));
  };
  return createForm({ send, label: translate('settings.channels.quiet') },
    createElement('h3', {}, translate('settings.channels.quiet')),
    createElement('div', { class: 'two-columns' },
      createField({ name: 'quietFrom', label: translate('settings.channels.from'), type: 'time', value: first.quietHours?.from }),
      createField({ name: 'quietUntil', label: translate('settings.channels.until'), type: 'time', value: first.quietHours?.until })),
    createElement('label', { class: 'choice' },
      createElement('input', { type: 'checkbox', name: 'urgent', checked: first.urgent }),
      createElement('span', {}, translate('settings.channels.urgent'))),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('action.save'))));
}

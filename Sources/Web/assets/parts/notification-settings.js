/** The notification channels and quiet hours. */
import { patch, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createField, createForm, showFieldError } from './form.js';
import { showToast } from './toast.js';

/**
 * Renders the section.
 *
 * @param {{ channel: string, wanted: boolean, quietHours: { from: string, until: string } | null, urgent: boolean, everything: boolean }[]} channels
 */
export function renderNotificationSettings(channels) {
  const body = createElement('div', { class: 'group' });
  redraw(body, channels.flatMap((channel) => [
    renderSwitch(channel, 'wanted', translate(`settings.channels.${channel.channel}`)),
    channel.channel === 'mail' ? renderSwitch(channel, 'everything', translate('settings.channels.everything')) : null,
  ]));
  return createElement('section', { class: 'section', 'aria-labelledby': 'channels' },
    createElement('h2', { id: 'channels' }, translate('settings.channels.title')),
    createElement('p', { class: 'secondary' }, translate('settings.channels.text')), body, createQuietHoursForm(channels));
}

/** Renders a checkbox for one member of a channel's settings. */
function renderSwitch(settings, member, label) {
  const { channel } = settings;
  const change = async (event) => {
    const box = event.target;
    try {
      await patch(`/v1/me/channels/${channel}`, { [member]: box.checked });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      box.checked = !box.checked;
      return showToast(error.message);
    }
    return showToast(translate('settings.saved'));
  };
  return createElement('label', { class: 'setting' },
    createElement('span', { class: 'setting-body' }, label),
    createElement('input', {
      type: 'checkbox', checked: settings[member],
      'data-key': member === 'wanted' ? `channel-${channel}` : `channel-${channel}-${member}`, on: { change },
    }));
}

/** Creates the form, which sets the same quiet hours for every channel. */
function createQuietHoursForm(channels) {
  const [first] = channels;
  if (!first) return null;
  const send = async ({ quietFrom, quietUntil }, node) => {
    if (!quietFrom !== !quietUntil) {
      showFieldError(node, quietFrom ? 'quietUntil' : 'quietFrom', translate('settings.channels.halfQuiet'));
      node.querySelector('[aria-invalid]').focus();
      return false;
    }
    const quietHours = quietFrom && quietUntil ? { from: quietFrom, until: quietUntil } : null;
    const urgent = node.querySelector('input[name="urgent"]').checked;
    for (const { channel } of channels) await patch(`/v1/me/channels/${channel}`, { quietHours, urgent });
    showToast(translate('settings.saved'));
    return true;
  };
  return createForm({ send, label: translate('settings.channels.quiet'), draft: 'quiet-hours', saysRestored: true },
    createElement('h3', {}, translate('settings.channels.quiet')),
    createElement('div', { class: 'two-columns' },
      createField({ name: 'quietFrom', label: translate('settings.channels.from'), type: 'time', value: first.quietHours?.from }),
      createField({ name: 'quietUntil', label: translate('settings.channels.until'), type: 'time', value: first.quietHours?.until })),
    createElement('label', { class: 'choice' },
      createElement('input', { type: 'checkbox', name: 'urgent', checked: first.urgent }),
      createElement('span', {}, translate('settings.channels.urgent'))),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('action.save'))));
}

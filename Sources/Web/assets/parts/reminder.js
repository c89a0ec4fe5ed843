/** Reminding the people who have not answered, after showing whom the reminder reaches and how. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatDateTimeInSentence } from '../time.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { openFormDialog } from './dialog.js';
import { showToast } from './toast.js';

/**
 * Creates the button for a host; null if no news reaches any of them.
 *
 * @param {any} outing
 * @param {any[]} unanswered the attendees who have not answered
 */
export function createReminderButton(outing, unanswered) {
  const count = unanswered.filter(({ reach }) => reach !== 'none').length;
  if (count === 0) return null;
  const path = `/v1/outings/${outing.id}/nudge`;
  const preview = () => tryAction(async () => openReminderDialog(path, outing, await post(path, { preview: true })));
  return createButton(translate('remind.start', { count }), preview, { icon: 'clock' });
}

function openReminderDialog(path, outing, { items, nextAt }) {
  if (nextAt) {
    showToast(translate('remind.again', { moment: formatDateTimeInSentence(nextAt, outing.timeZone) }));
    return;
  }
  openFormDialog({
    title: translate('remind.title'),
    text: translate('remind.text'),
    fields: [createElement('ul', { class: 'attendee-names' }, items.map((person) => createElement('li', {},
      createElement('bdi', {}, person.name), createElement('span', { class: 'secondary' }, ` ${describeReach(person)}`))))],
    yes: translate('remind.send'),
    act: async () => {
      await post(path);
      showToast(translate('remind.done'));
    },
  });
}

function describeReach({ reach, wasReminded }) {
  return wasReminded ? translate('remind.before') : translate('remind.way', { reach });
}

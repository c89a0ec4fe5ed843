/** Opening a poll on a suggestion, the current state and other suggestions of the same kind. */
import { post } from '../api.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { toWallTime } from '../time.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { showToast } from './toast.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function openPollForm(outing, suggestion) {
  const { date, time } = toWallTime(suggestDeadline(outing, suggestion), outing.timeZone);
  const yesNo = (chosen) => createOptions([['', translate('poll.no')], ['yes', translate('poll.yes')]], chosen);
  openFormDialog({
    title: translate('poll.openTitle'),
    text: translate('poll.openText'),
    fields: [
      createField({ name: 'date', label: translate('poll.untilDay'), type: 'date', value: date, required: true }),
      createField({ name: 'time', label: translate('poll.untilTime'), type: 'time', value: time, required: true }),
      createField({ name: 'hidden', label: translate('poll.hidden'), control: 'select', options: yesNo('') }),
      createField({ name: 'applies', label: translate('poll.applies'), control: 'select', options: yesNo('') }),
    ],
    yes: translate('poll.open'),
    act: async (values) => {
      await post(`/v1/outings/${outing.id}/suggestions/${suggestion.id}/poll`, {
        closesAt: `${values.date}T${values.time}`, hidden: values.hidden === 'yes', applies: values.applies === 'yes',
      });
      showToast(translate('poll.opened'));
      refreshScreen();
    },
  });
}

/** Suggests a day from now, but at least an hour before the outing or any option starts. */
function suggestDeadline(outing, suggestion) {
  const starts = [outing.startsAt, suggestion.after?.startsAt].filter(Boolean).map((start) => Date.parse(start) - HOUR_MS);
  return Math.max(Math.min(Date.now() + DAY_MS, ...starts), Date.now() + 5 * 60_000);
}

/** Asking everybody: a vote on a suggestion, beside what is now and the others of its kind. */
import { post } from '../api.js';
import { refreshScreen } from '../page.js';
import { wall } from '../time.js';
import { say } from '../words.js';
import { ask } from './dialog.js';
import { choices, field } from './form.js';
import { announce } from './said.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function askEverybody(outing, suggestion) {
  const { date, time } = wall(deadline(outing, suggestion), outing.timeZone);
  const yesNo = (chosen) => choices([['', say('poll.no')], ['yes', say('poll.yes')]], chosen);
  ask({
    title: say('poll.openTitle'),
    text: say('poll.openText'),
    fields: [
      field({ name: 'date', label: say('poll.untilDay'), type: 'date', value: date, required: true }),
      field({ name: 'time', label: say('poll.untilTime'), type: 'time', value: time, required: true }),
      field({ name: 'hidden', label: say('poll.hidden'), control: 'select', options: yesNo('') }),
      field({ name: 'applies', label: say('poll.applies'), control: 'select', options: yesNo('') }),
    ],
    yes: say('poll.open'),
    act: async (values) => {
      await post(`/v1/outings/${outing.id}/suggestions/${suggestion.id}/poll`, {
        closesAt: `${values.date}T${values.time}`, hidden: values.hidden === 'yes', applies: values.applies === 'yes',
      });
      announce(say('poll.opened'));
      refreshScreen();
    },
  });
}

/** A day from now, or an hour before anything that is voted on, or the outing, begins. */
function deadline(outing, suggestion) {
  const starts = [outing.startsAt, suggestion.after?.startsAt].filter(Boolean).map((start) => Date.parse(start) - HOUR_MS);
  return Math.max(Math.min(Date.now() + DAY_MS, ...starts), Date.now() + 5 * 60_000);
}

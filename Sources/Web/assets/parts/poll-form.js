/** Opening a poll: on several days, or on a suggestion, the current state and other suggestions of the same kind. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { addDays, addMinutes, toWallTime } from '../time.js';
import { createDayGrid } from './day-grid.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { showToast } from './toast.js';

const MAX_DAYS = 20; // the server's limit on options
const USUAL_TIME = '12:30';
const USUAL_DEADLINE = '18:00';

export function openPollForm(outing, suggestion) {
  const starts = [suggestion.after?.startsAt].filter(Boolean).map((start) => toWallText(start, outing.timeZone));
  openFormDialog({
    title: translate('poll.openTitle'),
    text: translate('poll.openText'),
    fields: createPollFields(outing, starts),
    yes: translate('poll.open'),
    draft: `poll-${suggestion.id}`,
    act: async (values) => {
      await post(`/v1/outings/${outing.id}/suggestions/${suggestion.id}/poll`, readPollFields(values));
      showToast(translate('poll.opened'));
      refreshScreen();
    },
  });
}

/** Opens the form that puts several days to the vote. */
export function openDayPollForm(outing) {
  const now = toWallText(Date.now(), outing.timeZone);
  const hour = outing.startsAt ? toWallText(outing.startsAt, outing.timeZone).slice(11) : USUAL_TIME;
  const rest = createPollFields(outing, []);
  const grid = createDayGrid({ today: now.slice(0, 10), max: MAX_DAYS, onChange: () => {
    const [first] = grid.getDays();
    fillDeadline(rest, suggestDeadline(outing, first ? [`${first}T${hour}`] : []));
  } });
  const time = createField({ name: 'dayTime', label: translate('field.time'), type: 'time', value: hour, required: true });
  openFormDialog({
    title: translate('poll.dayTitle'),
    text: translate('poll.dayText'),
    fields: [grid.node, time, rest],
    yes: translate('poll.open'),
    draft: `poll-days-${outing.id}`,
    act: async (values) => {
      const options = grid.getDays().map((day) => ({ time: { startsAt: `${day}T${values.dayTime}` } }));
      if (options.length < 2) {
        grid.node.append(createElement('p', { class: 'error', role: 'alert' }, translate('poll.dayMissing')));
        return false;
      }
      await post(`/v1/outings/${outing.id}/polls`, { ...readPollFields(values), options });
      showToast(translate('poll.opened'));
      return refreshScreen();
    },
  });
}

function createPollFields(outing, starts) {
  const [date, time] = suggestDeadline(outing, starts).split('T');
  const yesNo = () => createOptions([['', translate('poll.no')], ['yes', translate('poll.yes')]], '');
  return [
    createElement('div', { class: 'two-columns' },
      createField({ name: 'date', label: translate('poll.untilDay'), type: 'date', value: date, required: true }),
      createField({ name: 'time', label: translate('poll.untilTime'), type: 'time', value: time, required: true })),
    createField({ name: 'hidden', label: translate('poll.hidden'), control: 'select', options: yesNo() }),
    createField({ name: 'applies', label: translate('poll.applies'), control: 'select', options: yesNo() }),
  ];
}

function readPollFields({ date, time, hidden, applies }) {
  return { closesAt: `${date}T${time}`, hidden: hidden === 'yes', applies: applies === 'yes' };
}

function fillDeadline([deadline], wallTime) {
  const [date, time] = wallTime.split('T');
  deadline.querySelector('[name="date"]').value = date;
  deadline.querySelector('[name="time"]').value = time;
}

/** Suggests tomorrow evening, but at least an hour before the outing or any option starts. */
function suggestDeadline(outing, starts) {
  const now = toWallText(Date.now(), outing.timeZone);
  const all = outing.startsAt ? [...starts, toWallText(outing.startsAt, outing.timeZone)] : starts;
  const latest = [`${addDays(now.slice(0, 10), 1)}T${USUAL_DEADLINE}`, ...all.map((start) => addMinutes(start, -60))].sort()[0];
  return latest > addMinutes(now, 5) ? latest : addMinutes(now, 5);
}

function toWallText(instant, zone) {
  const { date, time } = toWallTime(instant, zone);
  return `${date}T${time}`;
}

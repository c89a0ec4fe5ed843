/** Setting the time or the place of an outing in a dialog, without leaving its page. */
import { patch, Problem, read } from '../api.js';
import { translate } from '../localization.js';
import { createDraft, createPatch, readDraft } from '../outing-draft.js';
import { countNotified } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { openFormDialog } from './dialog.js';
import { findConflicts } from './merge-conflicts.js';
import { createFindPlaceLink, createTimeFields, questionPastTime } from './outing-fields.js';
import { createPlaceField } from './place-field.js';
import { showToast } from './toast.js';

/** Opens the dialog for the day, the start and the end. */
export function openTimeDialog(outing, attendees) {
  return openDialog(outing, attendees, `time-${outing.id}`, translate('outing.setTime'), createTimeFields(createDraft(outing)));
}

/** Opens the dialog for a place, with a link to find one. */
export function openPlaceDialog(outing, attendees) {
  return openDialog(outing, attendees, `place-${outing.id}`, translate('outing.setPlace'), [createPlaceField(createDraft(outing).where, createFindPlaceLink(outing.id))]);
}

function openDialog(outing, attendees, draft, title, fields) {
  const count = countNotified(attendees, getCurrentPerson().id, ['startsAt', 'where']);
  openFormDialog({
    title, fields, draft, saysRestored: true, yes: translate('edit.save', { count }),
    act: async (values, node) => {
      if (values.date !== undefined && Boolean(values.date) !== Boolean(values.time)) {
        throw createFieldProblem(values.date ? 'time' : 'date', translate(values.date ? 'form.timeMissing' : 'form.dayMissing'));
      }
      const base = createDraft(outing);
      if (questionPastTime(node, { ...values, timeZone: outing.timeZone }, base)) return false;
      const mine = readDraft(base, { ...toValues(base), ...values });
      const { body: current, tag } = await read(`/v1/outings/${outing.id}`);
      if (findConflicts(base, mine, createDraft(current)).length > 0) throw new Problem({ detail: translate('place.changedMeanwhile') });
      const body = createPatch(base, mine, outing);
      if (Object.keys(body).length === 0) return true;
      await patch(`/v1/outings/${outing.id}`, body, tag);
      showToast(translate('edit.saved', { count }));
      refreshScreen();
      return true;
    },
  });
}

const createFieldProblem = (name, detail) => new Problem({ errors: [{ pointer: `/${name}`, detail }], detail });

/** Returns the form values of the fields that a dialog lacks. */
function toValues({ startsAt, endsAt, respondBy, where, ...rest }) {
  const [date, time] = startsAt?.split('T') ?? ['', ''];
  const [respondDate, respondTime] = respondBy?.split('T') ?? ['', ''];
  return { ...rest, date, time, endTime: endsAt?.slice(11) ?? '', respondDate, respondTime, place: where?.name ?? '', capacity: rest.capacity ?? '' };
}

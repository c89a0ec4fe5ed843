/** Sends an answer, shows the recorded one with an undo button, and queues the answer without a network. */
import { createIdempotencyKey, Problem, put } from '../api.js';
import { translate } from '../localization.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { createButtonLink } from './controls.js';
import { discardQueuedAnswer, isOffline, queueAnswer } from './queued-answers.js';
import { showToast } from './toast.js';

/**
 * Records an answer.
 *
 * @returns {Promise<boolean>} false if the server refused it, which has been shown
 */
export async function sendAnswer(outing, { status, partySize, note }) {
  const previous = outing.myAttendance;
  const body = {
    status, partySize, ...(note === undefined ? {} : { note: note || null }), againstRevision: outing.revision,
    // An answer that is queued must not overrule one given on another device before it is sent.
    ...(isOffline() ? { answeredAt: new Date().toISOString() } : {}),
  };
  const idempotencyKey = createIdempotencyKey(); // the same for every attempt, so that a repetition counts once
  let recorded;
  try {
    await discardQueuedAnswer(outing.id);
    recorded = await put(`/v1/outings/${outing.id}/attendance`, body, { key: idempotencyKey });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'offline' && await queueAnswer(outing, body, idempotencyKey)) {
      showToast(translate('answer.kept', { sentence: describeAnswer({ status, partySize }, outing.host, true) }), createUndo(outing, previous));
      refreshScreen();
      return true;
    }
    showToast(translate('answer.refused', { reason: error.message }), {
      label: translate('action.retry'), act: () => sendAnswer(outing, { status, partySize, note }),
    });
    return false;
  }
  const current = recorded?.status ? recorded : { status, partySize };
  // Until the screen is drawn again, the next answer is compared with this one, and can be undone.
  outing.myAttendance = { ...previous, ...current };
  showToast(describeAnswer(current, outing.host, isHost(outing)), createUndo(outing, previous), createCalendarLink(outing, current));
  refreshScreen();
  return true;
}

/** Creates the link to the calendar file, for people who may attend at a known time. */
function createCalendarLink({ id, startsAt }, { status }) {
  if (!startsAt || !['attending', 'maybe'].includes(status)) return null;
  return createButtonLink(translate('outing.calendar'), `/v1/outings/${id}/calendar.ics`, { variant: 'plain' });
}

/** Creates the undo action; null if there was no answer before. */
function createUndo(outing, previous) {
  if (!previous || previous.status === 'invited') return null;
  return {
    label: translate('action.undo'),
    act: () => sendAnswer(outing, { status: previous.status, partySize: previous.partySize, note: previous.note ?? '' }),
  };
}

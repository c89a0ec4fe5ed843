/** Sends an answer, says what was recorded, and knows the way back. Without a network the answer is kept. */
import { createIdempotencyKey, Problem, put } from '../api.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { createButtonLink } from './controls.js';
import { showToast } from './toast.js';
import { refreshScreen } from '../page.js';
import { discardQueuedAnswer, isOffline, queueAnswer } from './queued-answers.js';
import { translate } from '../localization.js';

/**
 * Records an answer.
 *
 * @returns {Promise<boolean>} false if the server refused it; the refusal has been said
 */
export async function sendAnswer(outing, { status, partySize, note }) {
  const previous = outing.myAttendance;
  const body = {
    status, partySize, ...(note === undefined ? {} : { note: note || null }), againstRevision: outing.revision,
    // Whoever answers meanwhile, from another device, is not overruled by this one when it is sent at last.
    ...(isOffline() ? { answeredAt: new Date().toISOString() } : {}),
  };
  const idempotencyKey = createIdempotencyKey(); // the same for every attempt, so that one whose acknowledgement is lost counts once
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
  showToast(describeAnswer(current, outing.host, isHost(outing)), createUndo(outing, previous), createCalendarLink(outing, current));
  refreshScreen();
  return true;
}

/** For who comes, or might, to a time that is set. */
function createCalendarLink({ id, startsAt }, { status }) {
  if (!startsAt || !['attending', 'maybe'].includes(status)) return null;
  return createButtonLink(translate('outing.calendar'), `/v1/outings/${id}/calendar.ics`, { variant: 'plain' });
}

/** Back to the answer before; from none, the outing's page, where another can be given. */
function createUndo(outing, before) {
  if (!before || before.status === 'invited') return null;
  return {
    label: translate('action.undo'),
    act: () => sendAnswer(outing, { status: before.status, partySize: before.partySize, note: before.note ?? '' }),
  };
}

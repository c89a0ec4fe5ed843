/** Sends an answer, says what was recorded, and knows the way back. Without a network the answer is kept. */
import { key, Problem, put } from '../api.js';
import { answerSentence, isHost } from '../outings.js';
import { buttonLink } from './controls.js';
import { announce } from './said.js';
import { refreshScreen } from '../page.js';
import { forgetWaiting, isOffline, keepAnswer } from './queued-answers.js';
import { say } from '../words.js';

/**
 * Records an answer.
 *
 * @returns {Promise<boolean>} false if the server refused it; the refusal has been said
 */
export async function answer(outing, { status, partySize, note }) {
  const before = outing.myAttendance;
  const body = {
    status, partySize, ...(note === undefined ? {} : { note: note || null }), againstRevision: outing.revision,
    // Whoever answers meanwhile, from another device, is not overruled by this one when it is sent at last.
    ...(isOffline() ? { answeredAt: new Date().toISOString() } : {}),
  };
  const own = key(); // the same for every attempt, so that one whose acknowledgement is lost counts once
  let recorded;
  try {
    await forgetWaiting(outing.id);
    recorded = await put(`/v1/outings/${outing.id}/attendance`, body, { key: own });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'offline' && await keepAnswer(outing, body, own)) {
      announce(say('answer.kept', { sentence: answerSentence({ status, partySize }, outing.host, true) }), undo(outing, before));
      refreshScreen();
      return true;
    }
    announce(say('answer.refused', { reason: error.message }), {
      label: say('action.retry'), act: () => answer(outing, { status, partySize, note }),
    });
    return false;
  }
  const now = recorded?.status ? recorded : { status, partySize };
  announce(answerSentence(now, outing.host, isHost(outing)), undo(outing, before), calendar(outing, now));
  refreshScreen();
  return true;
}

/** For who comes, or might, to a time that is set. */
function calendar({ id, startsAt }, { status }) {
  if (!startsAt || !['attending', 'maybe'].includes(status)) return null;
  return buttonLink(say('outing.calendar'), `/v1/outings/${id}/calendar.ics`, { look: 'plain' });
}

/** Back to the answer before; from none, the outing's page, where another can be given. */
function undo(outing, before) {
  if (!before || before.status === 'invited') return null;
  return {
    label: say('action.undo'),
    act: () => answer(outing, { status: before.status, partySize: before.partySize, note: before.note ?? '' }),
  };
}

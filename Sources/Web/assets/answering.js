/** Sends an answer, says what was recorded, and knows the way back. */
import { Problem, put } from './api.js';
import { answerSentence, isHost } from './outings.js';
import { announce } from './parts/said.js';
import { refreshed } from './router.js';
import { say } from './words.js';

/**
 * Records an answer.
 *
 * @returns {Promise<boolean>} false if the server refused it; the refusal has been said
 */
export async function answer(outing, { status, partySize, note }) {
  const before = outing.myAttendance;
  const body = { status, partySize, ...(note === undefined ? {} : { note: note || null }), againstRevision: outing.revision };
  let recorded;
  try {
    recorded = await put(`/v1/outings/${outing.id}/attendance`, body);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    announce(say('answer.refused', { reason: error.message }), {
      label: say('action.retry'), act: () => answer(outing, { status, partySize, note }),
    });
    return false;
  }
  const now = recorded?.status ? recorded : { status, partySize };
  announce(answerSentence(now, outing.host, isHost(outing)), undo(outing, before));
  refreshed();
  return true;
}

/** Back to the answer before; from none, the outing's page, where another can be given. */
function undo(outing, before) {
  if (!before || before.status === 'invited') return null;
  return {
    label: say('action.undo'),
    act: () => answer(outing, { status: before.status, partySize: before.partySize, note: before.note ?? '' }),
  };
}

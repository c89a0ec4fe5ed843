/** Waiting for a seat of an outing that is full: my place in the queue, and the seat that is kept for me. */
import { post, Problem } from '../api.js';
import { announce } from './said.js';
import { banner } from './banner.js';
import { button } from './controls.js';
import { refreshScreen } from '../page.js';
import { momentWithin } from '../time.js';
import { say } from '../words.js';

/** Null for who does not wait. */
export function waitingLine(outing) {
  const waiting = outing.myAttendance?.waiting;
  if (!waiting) return null;
  if (waiting.offerEndsAt) {
    return banner({
      sign: 'clock', tone: 'ask', title: say('waiting.offered'),
      text: say('waiting.until', { moment: momentWithin(waiting.offerEndsAt, outing.timeZone) }),
      action: button(say('waiting.take'), () => take(outing), { look: 'sun', key: 'take' }),
    });
  }
  if (waiting.hasMissed) return banner({ sign: 'clock', title: say('waiting.missed'), text: say('waiting.missedLine') });
  return banner({ sign: 'clock', title: say('waiting.place', { place: waiting.place }), text: say('waiting.line') });
}

/** Whether so many come only by waiting: the seats are taken, or kept for others. */
export function hasToWait(outing, partySize) {
  const { free, myAttendance } = outing;
  if (free === null || free === undefined || myAttendance?.waiting?.offerEndsAt) return false;
  return partySize > free + (myAttendance?.status === 'attending' ? myAttendance.partySize : 0);
}

async function take(outing) {
  try {
    await post(`/v1/outings/${outing.id}/waitlist/take`);
    announce(say('waiting.taken'));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    announce(problem.message);
  }
  refreshScreen();
}

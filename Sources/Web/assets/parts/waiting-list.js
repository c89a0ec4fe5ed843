/** The person's position on the waiting list of a full outing, or the seat that is reserved for them. */
import { post } from '../api.js';
import { translate } from '../localization.js';
import { formatDateTimeInSentence } from '../time.js';
import { runAndRefresh } from './actions.js';
import { renderBanner } from './banner.js';
import { createButton } from './controls.js';
import { sendAnswer } from './send-answer.js';
import { showToast } from './toast.js';

/** Renders the banner; null for people who are not on the waiting list. */
export function renderWaitingBanner(outing) {
  const waiting = outing.myAttendance?.waiting;
  if (!waiting) return null;
  if (waiting.offerEndsAt) {
    return renderBanner({
      icon: 'clock', tone: 'highlight', title: translate('waiting.offered'),
      text: translate('waiting.until', { moment: formatDateTimeInSentence(waiting.offerEndsAt, outing.timeZone) }),
      action: createButton(translate('waiting.take'), () => takeSeat(outing), { variant: 'primary', key: 'take' }),
    });
  }
  if (waiting.hasMissed) {
    return renderBanner({
      icon: 'clock', title: translate('waiting.missed'), text: translate('waiting.missedLine'),
      action: createButton(translate('waiting.wait'), () => waitAgain(outing), { variant: 'primary', key: 'wait-again' }),
    });
  }
  return renderBanner({ icon: 'clock', title: translate('waiting.place', { place: waiting.place }), text: translate('waiting.line') });
}

/** Returns whether a party of this size has to join the waiting list, because the seats are taken or reserved. */
export function hasToWait(outing, partySize) {
  const { free, myAttendance } = outing;
  if (free === null || free === undefined || myAttendance?.waiting?.offerEndsAt) return false;
  return partySize > free + (myAttendance?.status === 'attending' ? myAttendance.partySize : 0);
}

function waitAgain(outing) {
  return sendAnswer(outing, { status: 'waitlisted', partySize: outing.myAttendance.partySize });
}

async function takeSeat(outing) {
  await runAndRefresh(async () => {
    await post(`/v1/outings/${outing.id}/waitlist/take`);
    showToast(translate('waiting.taken'));
  });
}

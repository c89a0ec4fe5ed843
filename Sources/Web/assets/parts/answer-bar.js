/** The bar at the bottom of an outing with the three answers. Once the person has answered, it is one line. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { renderAnswerButtons } from './answer-buttons.js';
import { sendAnswer } from './send-answer.js';
import { hasToWait } from './waiting-list.js';

/**
 * Renders the bar.
 *
 * @param {any} outing an outing with `myAttendance`
 * @param {() => string | undefined} getNote the note to send with the answer
 */
export function renderAnswerBar(outing, getNote) {
  const mine = outing.myAttendance;
  const chosen = mine.status === 'waitlisted' ? 'attending' : mine.status;
  const partySize = chosen === 'invited' ? 1 : mine.partySize;
  const bar = createElement('section', { class: 'dock answer-bar', 'aria-label': translate('answer.label') },
    chosen === 'invited' || mine.changedSince ? createElement('p', { class: 'answer-question' },
      translate(mine.changedSince ? 'answer.changedSince' : 'answer.question')) : null,
    renderAnswerButtons({
      label: translate('answer.question'), chosen, getText: (status) => formatAnswerLabel(outing, status, partySize),
      choose: (status) => chooseAnswer(outing, { status, partySize, note: getNote() }, bar),
    }));
  return bar;
}

/** Returns the label of an answer. In a full outing, attending means joining the waiting list. */
function formatAnswerLabel(outing, status, partySize) {
  if (status !== 'attending') return translate(`status.${status}`);
  if (outing.myAttendance.status === 'waitlisted') return translate('waiting.short');
  return hasToWait(outing, partySize) ? translate('waiting.wait') : translate('status.attending');
}

/** Shows an answer as chosen immediately, and reverts to the previous one if the server refuses it. */
async function chooseAnswer(outing, { status, partySize, note }, bar) {
  const press = (chosen) => {
    for (const button of bar.querySelectorAll('[aria-pressed]')) button.setAttribute('aria-pressed', String(button.classList.contains(chosen)));
  };
  const previous = outing.myAttendance.status === 'waitlisted' ? 'attending' : outing.myAttendance.status;
  const requested = status === 'attending' && hasToWait(outing, partySize) ? 'waitlisted' : status;
  press(status);
  if (!(await sendAnswer(outing, { status: requested, partySize: status === 'declined' ? 1 : partySize, note }))) press(previous);
}

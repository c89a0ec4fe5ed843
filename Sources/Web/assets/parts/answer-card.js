/** A card for an outing that needs the person's answer. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatWhenAndWhere } from '../outing-model.js';
import { ANSWERS } from './answer-buttons.js';
import { renderAvatar } from './avatar.js';
import { getClockFaceTime, renderClockFace } from './clock-face.js';
import { createFactLine } from './labels.js';
import { renderUnreadPill } from './outing-row.js';
import { sendAnswer } from './send-answer.js';
import { hasToWait } from './waiting-list.js';

/**
 * Renders the card.
 *
 * @param {any} outing
 * @param {boolean} isFirst whether its first button is the primary button of the screen
 */
export function renderAnswerCard(outing, isFirst) {
  return createElement('li', { class: 'invitation-card daylight', 'data-when': getClockFaceTime(outing) },
    createElement('a', { class: 'invitation-card-header', href: `/outings/${outing.id}`, 'data-key': outing.id },
      renderClockFace(outing),
      createElement('span', { class: 'row-body' },
        createElement('span', { class: 'row-title', dir: 'auto' }, outing.title),
        createFactLine(formatWhenAndWhere(outing)),
        outing.myAttendance.changedSince ? createElement('span', { class: 'row-note' }, translate('outing.changedSince')) : null)),
    createElement('p', { class: 'invitation-card-host' }, renderAvatar(outing.host),
      createElement('span', {}, translate('outing.hostAndCount', { host: outing.host.name, count: outing.counts.attending })), renderUnreadPill(outing)),
    createElement('div', { class: 'quick-answers', role: 'group', 'aria-label': translate('answer.to', { title: outing.title }) },
      ANSWERS.map((status, at) => createAnswerButton(outing, status, isFirst && at === 0))));
}

/** Creates the button of an answer. In a full outing, attending means joining the waiting list. */
function createAnswerButton(outing, status, isFilled) {
  const partySize = status === 'declined' ? 1 : outing.myAttendance.partySize;
  const waits = status === 'attending' && hasToWait(outing, partySize);
  return createElement('button', {
    class: isFilled ? 'button primary' : 'button', type: 'button', 'data-key': `${outing.id}-${status}`,
    on: { click: () => sendAnswer(outing, { status: waits ? 'waitlisted' : status, partySize }) },
  }, translate(waits ? 'waiting.wait' : `answer.give.${status}`));
}

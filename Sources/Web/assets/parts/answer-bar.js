/** The bar at the bottom of an outing: the number of seats left, the party size and the three answers. */
import { createElement, createHiddenText, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { STATUS_ICONS } from './avatar.js';
import { sendAnswer } from './send-answer.js';
import { hasToWait } from './waiting-list.js';

export const ANSWERS = ['attending', 'maybe', 'declined'];
const MAX_PARTY_SIZE = 50; // the server's limit

/**
 * Renders the bar.
 *
 * @param {any} outing an outing with `myAttendance`
 */
export function renderAnswerBar(outing) {
  const mine = outing.myAttendance;
  const chosen = mine.status === 'waitlisted' ? 'attending' : mine.status;
  const partySize = chosen === 'invited' ? 1 : mine.partySize;
  return createElement('section', { class: 'dock answer-bar', 'aria-label': translate('answer.label') },
    createElement('div', { class: 'answer-bar-row' },
      createElement('p', { class: 'answer-text' }, ...describeMyAnswer(outing)),
      chosen === 'declined' ? null : renderPartySizeStepper(outing, partySize)),
    renderAnswerButtons(outing, chosen, partySize));
}

function describeMyAnswer(outing) {
  const mine = outing.myAttendance;
  if (mine.status === 'invited') return [createElement('strong', {}, translate('answer.question')), formatSeatsLeft(outing)];
  const remark = mine.isWaiting ? translate('answer.notSent') : mine.changedSince ? translate('answer.changedSince') : null;
  return [createElement('strong', {}, describeAnswer(mine, outing.host, isHost(outing) || mine.isWaiting)), remark ?? formatSeatsLeft(outing)];
}

/** Formats "3 seats left"; empty if the outing has no limit. */
function formatSeatsLeft(outing) {
  if (outing.capacity === null || outing.capacity === undefined) return '';
  const left = outing.free ?? Math.max(0, outing.capacity - outing.counts.seats);
  return translate('outing.seatsLeft', { count: left });
}

function renderPartySizeStepper(outing, partySize) {
  const { status } = outing.myAttendance;
  const set = (size) => () => sendAnswer(outing, { status: status === 'invited' ? 'attending' : status, partySize: size });
  return createElement('div', { class: 'stepper', role: 'group', 'aria-label': translate('answer.party') },
    renderStepButton('fewer', 'minus', partySize > 1, set(partySize - 1)),
    createElement('output', {}, createHiddenText(translate('answer.partyIs')), String(partySize)),
    renderStepButton('more', 'plus', partySize < MAX_PARTY_SIZE, set(partySize + 1)));
}

function renderStepButton(name, icon, isPossible, act) {
  return createElement('button', {
    type: 'button', 'data-key': `party-${name}`, 'aria-label': translate(`answer.${name}`), 'aria-disabled': isPossible ? null : 'true',
    on: { click: () => isPossible && act() },
  }, createIcon(icon));
}

function renderAnswerButtons(outing, chosen, partySize) {
  const options = ANSWERS.map((status) => {
    const input = createElement('input', {
      type: 'radio', name: 'answer', value: status, id: `answer-${status}`, checked: status === chosen,
      on: { change: () => chooseAnswer(outing, status, partySize, input) },
    });
    return createElement('label', {}, input, createElement('span', { class: status }, createIcon(STATUS_ICONS[status]),
      formatAnswerLabel(outing, status, partySize)));
  });
  return createElement('fieldset', { class: 'segment' },
    createElement('legend', { class: 'visually-hidden' }, translate('answer.question')), options);
}

/** Returns the label of an answer. In a full outing, attending means joining the waiting list. */
function formatAnswerLabel(outing, status, partySize) {
  if (status !== 'attending') return translate(`status.${status}`);
  if (outing.myAttendance.status === 'waitlisted') return translate('waiting.short');
  return hasToWait(outing, partySize) ? translate('waiting.wait') : translate('status.attending');
}

/** Shows an answer as chosen immediately, and reverts to the previous one if the server refuses it. */
async function chooseAnswer(outing, status, partySize, input) {
  const group = input.closest('fieldset');
  const previous = outing.myAttendance.status === 'waitlisted' ? 'attending' : outing.myAttendance.status;
  const requested = status === 'attending' && hasToWait(outing, partySize) ? 'waitlisted' : status;
  if (await sendAnswer(outing, { status: requested, partySize: status === 'declined' ? 1 : partySize })) return;
  for (const option of group.querySelectorAll('input')) option.checked = option.value === previous;
}

/** The foot of an outing: how many come, and the three answers. */
import { answer } from './send-answer.js';
import { element, hidden, icon } from '../element.js';
import { answerSentence, isHost } from '../outings.js';
import { say } from '../words.js';
import { signs } from './face.js';
import { hasToWait } from './waiting.js';

export const ANSWERS = ['attending', 'maybe', 'declined'];
const PARTY_LIMIT = 50; // the server's limit on one answer

/** @param {any} outing an outing with `myAttendance` */
export function answerBar(outing) {
  const mine = outing.myAttendance;
  const chosen = mine.status === 'waitlisted' ? 'attending' : mine.status;
  const partySize = chosen === 'invited' ? 1 : mine.partySize;
  return element('section', { class: 'dock answer', 'aria-label': say('answer.label') },
    element('div', { class: 'answer-line' },
      element('p', { class: 'answer-said' }, ...said(outing)),
      chosen === 'declined' ? null : stepper(outing, partySize)),
    segment(outing, chosen, partySize));
}

function said(outing) {
  const mine = outing.myAttendance;
  if (mine.status === 'invited') return [element('strong', {}, say('answer.question')), capacityLine(outing)];
  const told = mine.isWaiting ? say('answer.notSent') : mine.changedSince ? say('answer.changedSince') : null;
  return [element('strong', {}, answerSentence(mine, outing.host, isHost(outing) || mine.isWaiting)), told ?? capacityLine(outing)];
}

/** "3 seats left", only where seats are counted. */
function capacityLine(outing) {
  if (outing.capacity === null || outing.capacity === undefined) return '';
  const left = outing.free ?? Math.max(0, outing.capacity - outing.counts.seats);
  return say('outing.seatsLeft', { count: left });
}

function stepper(outing, partySize) {
  const { status } = outing.myAttendance;
  const set = (size) => () => answer(outing, { status: status === 'invited' ? 'attending' : status, partySize: size });
  return element('div', { class: 'stepper', role: 'group', 'aria-label': say('answer.party') },
    step('fewer', 'minus', partySize > 1, set(partySize - 1)),
    element('output', {}, hidden(say('answer.partyIs')), String(partySize)),
    step('more', 'plus', partySize < PARTY_LIMIT, set(partySize + 1)));
}

function step(name, sign, isPossible, act) {
  return element('button', {
    type: 'button', 'data-key': `party-${name}`, 'aria-label': say(`answer.${name}`), 'aria-disabled': isPossible ? null : 'true',
    on: { click: () => isPossible && act() },
  }, icon(sign));
}

function segment(outing, chosen, partySize) {
  const options = ANSWERS.map((status) => {
    const input = element('input', {
      type: 'radio', name: 'answer', value: status, id: `answer-${status}`, checked: status === chosen,
      on: { change: () => choose(outing, status, partySize, input) },
    });
    return element('label', {}, input, element('span', { class: status }, icon(signs[status]),
      word(outing, status, partySize)));
  });
  return element('fieldset', { class: 'segment' },
    element('legend', { class: 'visually-hidden' }, say('answer.question')), options);
}

/** Coming may be waiting: to be asked for, or done already. */
function word(outing, status, partySize) {
  if (status !== 'attending') return say(`status.${status}`);
  if (outing.myAttendance.status === 'waitlisted') return say('waiting.short');
  return hasToWait(outing, partySize) ? say('waiting.wait') : say('status.attending');
}

/** Chosen at once, taken back if the server refuses. */
async function choose(outing, status, partySize, input) {
  const group = input.closest('fieldset');
  const before = outing.myAttendance.status === 'waitlisted' ? 'attending' : outing.myAttendance.status;
  const asked = status === 'attending' && hasToWait(outing, partySize) ? 'waitlisted' : status;
  if (await answer(outing, { status: asked, partySize: status === 'declined' ? 1 : partySize })) return;
  for (const option of group.querySelectorAll('input')) option.checked = option.value === before;
}

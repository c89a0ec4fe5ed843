/** What goes with an answer: how many people come, and a note. It lives as long as the screen, so that refreshing keeps what is being typed. */
import { createElement, createHiddenText, createIcon, redraw } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { describeAnswer, isHost } from '../outing-model.js';
import { createField, createForm } from './form.js';
import { sendAnswer } from './send-answer.js';

const MAX_PARTY_SIZE = 50; // the server's limit
const MAX_NOTE_LENGTH = 500; // the server's limit

/** Creates the section, its `refresh`, and `getNote`, which returns undefined unless the note was changed. */
export function createAnswerDetails(id) {
  const head = createElement('div', { class: 'answer-details-head' });
  const summary = createElement('summary', { class: 'button plain' });
  let outing = null;
  const form = createForm({
    class: 'form tight', draft: `answer-${id}`,
    send: ({ note }) => sendAnswer(outing, { status: outing.myAttendance.status, partySize: outing.myAttendance.partySize, note }),
  },
  createField({ name: 'note', label: translate('answer.note'), control: 'textarea', rows: 2, maxlength: MAX_NOTE_LENGTH }),
  createElement('div', { class: 'actions' }, createElement('button', { class: 'button', type: 'submit' }, translate('answer.saveNote'))));
  const field = form.elements.namedItem('note');
  const fold = createElement('details', { class: 'more-fields', open: field.value !== '' }, summary, form);
  const section = createElement('section', { class: 'group answer-details', 'aria-label': translate('answer.details') }, head, fold);
  let saved = '';

  function refresh(current) {
    outing = current;
    const mine = outing.myAttendance;
    const note = mine?.note ?? '';
    if (field.value.trim() === saved) field.value = note; // otherwise the person is writing
    saved = note;
    redraw(head, mine ? renderHead(outing) : null);
    summary.textContent = note ? translate('answer.noteIs', { note }) : translate('answer.addNote');
    form.querySelector('.actions').hidden = mine?.status === 'invited'; // the answer itself sends the note
  }

  const getNote = () => (field.value.trim() === saved ? undefined : field.value.trim());
  return { section, refresh, getNote };
}

function renderHead(outing) {
  const mine = outing.myAttendance;
  return [createElement('p', { class: 'answer-text' }, describeMyAnswer(outing)), mine.status === 'declined' ? null : renderPartySizeStepper(outing)];
}

function describeMyAnswer(outing) {
  const mine = outing.myAttendance;
  const hasOffer = mine.status === 'waitlisted' && mine.waiting?.offerEndsAt; // the banner says so
  if (mine.status === 'invited' || hasOffer) return [createElement('strong', {}, translate('answer.party')), formatSeatsLeft(outing)];
  const remark = mine.isWaiting ? translate('answer.notSent') : formatSeatsLeft(outing);
  return [createElement('strong', {}, describeAnswer(mine, outing.host, isHost(outing) || mine.isWaiting)), remark];
}

/** Formats "3 seats left"; empty if the outing has no limit, or the person's place on the waiting list says more. */
function formatSeatsLeft(outing) {
  if (outing.capacity === null || outing.capacity === undefined || outing.myAttendance.status === 'waitlisted') return '';
  const left = outing.free ?? Math.max(0, outing.capacity - outing.counts.seats);
  return translate('outing.seatsLeft', { count: left });
}

function renderPartySizeStepper(outing) {
  const { status } = outing.myAttendance;
  const partySize = status === 'invited' ? 1 : outing.myAttendance.partySize;
  const set = (size) => () => sendAnswer(outing, { status: status === 'invited' ? 'attending' : status, partySize: size });
  return createElement('div', { class: 'stepper', role: 'group', 'aria-label': translate('answer.party') },
    renderStepButton('fewer', 'minus', partySize > 1, set(partySize - 1)),
    createElement('output', {}, createHiddenText(translate('answer.partyIs')), formatNumber(partySize)),
    renderStepButton('more', 'plus', partySize < MAX_PARTY_SIZE, set(partySize + 1)));
}

function renderStepButton(name, icon, isPossible, act) {
  return createElement('button', {
    type: 'button', 'data-key': `party-${name}`, 'aria-label': translate(`answer.${name}`), 'aria-disabled': isPossible ? null : 'true',
    on: { click: () => isPossible && act() },
  }, createIcon(icon));
}

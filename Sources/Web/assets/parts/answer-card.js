/** An outing that needs my answer; the only card there is. */
import { answer } from './send-answer.js';
import { element } from '../element.js';
import { whenAndWhere } from '../outings.js';
import { plate, whenOf } from './plate.js';
import { face } from './face.js';
import { dotted, unreadPill } from './outing-row.js';
import { ANSWERS } from './answer-bar.js';
import { say } from '../words.js';

/** @param {any} outing @param {boolean} isFirst the first card's yes is the screen's one filled button */
export function answerCard(outing, isFirst) {
  return element('li', { class: 'ask-card light', 'data-when': whenOf(outing) },
    element('a', { class: 'ask-head', href: `/outings/${outing.id}`, 'data-key': outing.id },
      plate(outing),
      element('span', { class: 'row-body' },
        element('span', { class: 'row-title' }, outing.title),
        dotted(whenAndWhere(outing)),
        outing.myAttendance.changedSince ? element('span', { class: 'row-note' }, say('outing.changedSince')) : null)),
    element('p', { class: 'ask-who' }, face(outing.host),
      element('span', {}, say('outing.hostAndCount', { host: outing.host.name, count: outing.counts.attending })), unreadPill(outing)),
    element('div', { class: 'quick', role: 'group', 'aria-label': say('answer.to', { title: outing.title }) },
      ANSWERS.map((status, at) => button(outing, status, isFirst && at === 0))));
}

function button(outing, status, isFilled) {
  const mine = outing.myAttendance;
  return element('button', {
    class: isFilled ? 'button sun' : 'button', type: 'button', 'data-key': `${outing.id}-${status}`,
    on: { click: () => answer(outing, { status, partySize: status === 'declined' ? 1 : mine.partySize }) },
  }, say(`answer.give.${status}`));
}

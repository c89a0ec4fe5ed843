/** People in a circle, as their picture or their initials. The colour follows the person, the sign the answer. */
import { element, icon } from '../element.js';
import { say } from '../words.js';

const TONES = 6;
const STACK = 4; // more faces than this are a number

/** The sign of each answer; one to a status, so that colour is never alone. */
export const signs = { attending: 'check', maybe: 'wave', declined: 'cross', waitlisted: 'clock' };

/** @param {{ id: string, name: string, picture?: string }} person @param {{ status: string, partySize: number }} [attendance] */
export function face(person, attendance = null) {
  const status = attendance?.status ?? '';
  const quiet = { invited: 'waiting', declined: 'declined', waitlisted: 'waiting' }[status] ?? '';
  return element('span', { class: `face ${quiet}`.trim(), 'data-tone': tone(person.id), 'aria-hidden': 'true' },
    person.picture ? portrait(person) : initials(person.name),
    attendance ? sign(attendance) : null);
}

/** Their picture; or the initials after all, where it is not to be had (any more). */
function portrait({ picture, name }) {
  return element('img', {
    src: `${picture}&size=64`, alt: '', loading: 'lazy', on: { error: ({ target }) => target.replaceWith(initials(name)) },
  });
}

/** Up to four faces and the number of the others. */
export function faceStack(people, total = people.length) {
  const shown = people.slice(0, STACK);
  return element('span', { class: 'stack' }, shown.map((person) => face(person)),
    total > shown.length ? element('span', { class: 'more' }, say('face.more', { count: total - shown.length })) : null);
}

/** One or two letters, by what a reader sees as letters. */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const first = [...new Intl.Segmenter().segment(words[0] ?? '')][0]?.segment ?? '';
  const last = words.length > 1 ? [...new Intl.Segmenter().segment(words.at(-1))][0].segment : '';
  return (first + last).toLocaleUpperCase();
}

function sign({ status, partySize }) {
  if (status === 'attending' && partySize > 1) return element('span', { class: 'sign plus' }, say('face.more', { count: partySize - 1 }));
  return signs[status] ? element('span', { class: `sign ${status}` }, icon(signs[status])) : null;
}

function tone(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return (sum % TONES) + 1;
}

/** People in a circle, as their picture or their initials. The colour follows the person, the sign the answer. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';

const TONE_COUNT = 6;
const MAX_STACKED = 4; // more faces than this are a number

/** The sign of each answer; one to a status, so that colour is never alone. */
export const STATUS_ICONS = { attending: 'check', maybe: 'wave', declined: 'cross', waitlisted: 'clock' };

/** @param {{ id: string, name: string, picture?: string }} person @param {{ status: string, partySize: number }} [attendance] */
export function renderAvatar(person, attendance = null) {
  const status = attendance?.status ?? '';
  const quiet = { invited: 'waiting', declined: 'declined', waitlisted: 'waiting' }[status] ?? '';
  return createElement('span', { class: `avatar ${quiet}`.trim(), 'data-tone': chooseTone(person.id), 'aria-hidden': 'true' },
    person.picture ? renderPicture(person) : getInitials(person.name),
    attendance ? renderStatusBadge(attendance) : null);
}

/** Their picture; or the initials after all, where it is not to be had (any more). */
function renderPicture({ picture, name }) {
  return createElement('img', {
    src: `${picture}&size=64`, alt: '', loading: 'lazy', on: { error: ({ target }) => target.replaceWith(getInitials(name)) },
  });
}

/** Up to four faces and the number of the others. */
export function renderAvatarStack(people, total = people.length) {
  const shown = people.slice(0, MAX_STACKED);
  return createElement('span', { class: 'avatar-stack' }, shown.map((person) => renderAvatar(person)),
    total > shown.length ? createElement('span', { class: 'more' }, translate('face.more', { count: total - shown.length })) : null);
}

/** One or two letters, by what a reader sees as letters. */
export function getInitials(name) {
  const words = name.trim().split(/\s+/);
  const first = [...new Intl.Segmenter().segment(words[0] ?? '')][0]?.segment ?? '';
  const last = words.length > 1 ? [...new Intl.Segmenter().segment(words.at(-1))][0].segment : '';
  return (first + last).toLocaleUpperCase();
}

function renderStatusBadge({ status, partySize }) {
  if (status === 'attending' && partySize > 1) return createElement('span', { class: 'status-badge plus' }, translate('face.more', { count: partySize - 1 }));
  return STATUS_ICONS[status] ? createElement('span', { class: `status-badge ${status}` }, createIcon(STATUS_ICONS[status])) : null;
}

function chooseTone(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return (sum % TONE_COUNT) + 1;
}

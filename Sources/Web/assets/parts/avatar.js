/** Avatars: a person's picture or initials in a circle. The colour depends on the person, the badge on their answer. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';

const TONE_COUNT = 6;
const MAX_STACKED = 4; // Further people are shown as a number.

/** One icon per answer, so that colour is never the only difference. */
export const STATUS_ICONS = { attending: 'check', maybe: 'wave', declined: 'cross', waitlisted: 'clock' };

/**
 * Renders an avatar.
 *
 * @param {{ id: string, name: string, picture?: string }} person
 * @param {{ status: string, partySize: number }} [attendance]
 */
export function renderAvatar(person, attendance = null) {
  const status = attendance?.status ?? '';
  const quiet = { invited: 'waiting', declined: 'declined', waitlisted: 'waiting' }[status] ?? '';
  return createElement('span', { class: `avatar ${quiet}`.trim(), 'data-tone': chooseTone(person.id), 'aria-hidden': 'true' },
    person.picture ? renderPicture(person) : getInitials(person.name),
    attendance ? renderStatusBadge(attendance) : null);
}

/** Renders the picture, and the initials if it cannot be loaded. */
function renderPicture({ picture, name }) {
  return createElement('img', {
    src: `${picture}&size=64`, alt: '', loading: 'lazy', on: { error: ({ target }) => target.replaceWith(getInitials(name)) },
  });
}

/** Renders up to four avatars and the number of further people. */
export function renderAvatarStack(people, total = people.length) {
  const shown = people.slice(0, MAX_STACKED);
  return createElement('span', { class: 'avatar-stack' }, shown.map((person) => renderAvatar(person)),
    total > shown.length ? createElement('span', { class: 'more' }, translate('face.more', { count: total - shown.length })) : null);
}

/** Returns one or two initials, split by grapheme clusters. */
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

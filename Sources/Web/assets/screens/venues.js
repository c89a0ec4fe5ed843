/** The restaurants that the person runs or works at, each with its board. */
import { getAll } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { hasMessage, translate } from '../localization.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTimeInSentence, localTimeZone } from '../time.js';
import { createButtonLink } from '../parts/controls.js';
import { createFactLine, createPill } from '../parts/labels.js';

const PATH = '/v1/me/venues';

export default async function loadVenuesScreen({ signal }) {
  const body = createElement('div', { class: 'section-stack' });
  const draw = (venues) => redraw(body, venues.length > 0 ? createElement('ul', { class: 'group' }, venues.map(renderVenue)) : renderEmpty());
  draw(await getAll(PATH, { signal }));
  return {
    title: translate('ownVenues.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'screen-header' }, createElement('h1', {}, translate('ownVenues.title')), createElement('p', { class: 'secondary' }, translate('ownVenues.text'))), body),
    concerns: () => false,
    refresh: async () => draw(await getAll(PATH)),
  };
}

function renderVenue({ id, name, role, state, verifiedAt, takesOrders }) {
  const isVerified = state === 'verified';
  const facts = [
    hasMessage(`ownVenues.role.${role}`) ? translate(`ownVenues.role.${role}`) : role,
    isVerified ? translate(takesOrders ? 'ownVenues.takesOrders' : 'ownVenues.takesNone') : null,
    state === 'provisional' && verifiedAt ? translate('ownVenues.until', { moment: formatDateTimeInSentence(verifiedAt, getCurrentPerson().timeZone ?? localTimeZone) }) : null,
  ];
  return createElement('li', { class: 'venue-row' },
    createElement('div', { class: 'row-body' }, createElement('h2', { class: 'row-title', dir: 'auto' }, createElement('a', { class: 'link', href: `/venues/${id}` }, name)), createFactLine(facts)),
    isVerified ? createButtonLink(translate('ownVenues.board'), `/venues/${id}/board`, { key: `board-${id}`, label: translate('ownVenues.boardOf', { name }) }) : createPill('', 'clock', translate('ownVenues.checked')));
}

function renderEmpty() {
  return createElement('section', { class: 'empty' },
    createElement('div', { class: 'center' },
      createElement('h2', {}, translate('ownVenues.emptyTitle')), createElement('p', { class: 'secondary' }, translate('ownVenues.emptyText'))),
    createElement('a', { class: 'button', href: '/restaurants' }, translate('ownVenues.search')));
}

/** The header of a venue's screens, with the links between them. */
import { createElement } from '../dom.js';
import { hasMessage, translate } from '../localization.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTimeInSentence, localTimeZone } from '../time.js';
import { renderBanner } from './banner.js';
import { createButtonLink } from './controls.js';
import { renderLogo } from './logo.js';

/** The screens with the roles that may open them; an empty path is the venue's own. */
const SCREENS = [
  ['', 'venue.profile', ['owner', 'staff']], ['/menu', 'dishMenu.title', ['owner']], ['/stock', 'stock.title', ['owner', 'staff']],
  ['/stations', 'stations.title', ['owner']], ['/records', 'venue.sales', ['owner', 'staff']], ['/customers', 'venue.customers', ['owner', 'staff']], ['/filters', 'venue.filters', ['owner']],
  ['/people', 'venue.people', ['owner', 'staff']], ['/history', 'venue.history', ['owner']],
];

/**
 * Renders the header.
 *
 * @param {any} venue
 * @param {string} path that of the open screen, below the venue's own
 */
export function renderVenueHeader(venue, path) {
  const address = `/venues/${venue.id}`;
  const [, key] = SCREENS.find(([one]) => one === path);
  return createElement('header', { class: 'restaurant-header venue-header' },
    createElement('div', { class: 'detail-header' },
      createButtonLink('', '/venues', { variant: 'round', icon: 'back', label: translate('venue.back') }),
      renderLogo(venue.logo),
      createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, venue.name), createElement('h1', {}, translate(key)))),
    createElement('nav', { class: 'venue-links', 'aria-label': translate('venue.screens') },
      createElement('ul', {}, SCREENS.filter(([, , roles]) => roles.includes(venue.role)).map(([one, text]) =>
        createElement('li', {}, createElement('a', { class: one === path ? 'button chosen' : 'button plain', href: address + one, 'aria-current': one === path ? 'page' : null }, translate(text)))),
      venue.state === 'verified' ? createElement('li', {}, createButtonLink(translate('ownVenues.board'), `${address}/board`, { variant: 'plain' })) : null)),
    renderState(venue));
}

function renderState({ state, verifiedAt }) {
  if (state === 'verified') return null;
  const text = verifiedAt ? translate('venue.provisionalUntil', { moment: formatDateTimeInSentence(verifiedAt, getCurrentPerson().timeZone ?? localTimeZone) }) : null;
  return renderBanner({ icon: 'clock', tone: 'highlight', title: translate(hasMessage(`venue.state.${state}`) ? `venue.state.${state}` : 'venue.newer', { kind: state }), text });
}

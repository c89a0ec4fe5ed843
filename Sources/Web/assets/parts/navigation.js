/** The main navigation: a bar at the bottom of phones, a column in wide windows. */
import { createElement, createHiddenText, createIcon, createSVGElement } from '../dom.js';
import { getLiveState, onLiveEvent } from '../live-updates.js';
import { formatNumber, translate } from '../localization.js';
import { getCurrentPerson, getUnreadCount, getViewer, onSessionChange } from '../session.js';

const LETTER_PATHS = [
  'M12 92V44M12 68a21 21 0 0 1 42 0v24', 'M220 92V44M220 68a21 21 0 0 1 42 0v24', 'M287 46v46',
  'M339 52c-3-5-8-8-14-8-8 0-14 4-14 11 0 16 30 8 30 25 0 8-7 13-16 13-7 0-13-3-16-9', 'M374 18v74M374 68a21 21 0 0 1 42 0v24',
];

const container = document.getElementById('navigation');
let currentRoute = {};

/** Creates the logo. */
export function createWordmark() {
  return createSVGElement('svg', { class: 'wordmark', viewBox: '0 0 436 112', role: 'img', 'aria-label': 'Noonish' },
    LETTER_PATHS.map((path) => createSVGElement('path', { d: path })),
    createSVGElement('circle', { cx: 103, cy: 68, r: 25 }),
    createSVGElement('circle', { cx: 171, cy: 68, r: 25 }),
    createSVGElement('circle', { class: 'sun-dot', cx: 287, cy: 22, r: 9.5 }));
}

/** Draws the navigation and marks the route's tab. */
export function showNavigation(route) {
  currentRoute = route;
  draw();
}

function draw() {
  document.querySelector('.skip').textContent = translate('nav.skip');
  container.setAttribute('aria-label', translate('nav.main'));
  container.hidden = document.body.dataset.layout === 'solo';
  container.classList.toggle('desktop', document.body.dataset.layout === 'docked');
  container.replaceChildren(
    createElement('a', { class: 'brand', href: '/' }, createWordmark()),
    createElement('ul', { class: 'tabs' }, getCurrentPerson() ? renderMemberTabs() : renderVisitorTabs()),
    getCurrentPerson() ? renderNewOutingLink() : '',
    getViewer() ? createElement('p', { class: 'nav-status' }, translate(`live.${getLiveState()}`)) : '',
  );
}

function renderMemberTabs() {
  return [
    renderTab('outings', '/', 'outings', translate('nav.outings')),
    renderTab('places', '/restaurants', 'places', translate('nav.places')),
    renderTab('updates', '/updates', 'updates', translate('nav.updates'), renderUnreadBadge()),
    renderTab('you', '/settings', 'person', translate('nav.you')),
  ];
}

function renderVisitorTabs() {
  return [renderTab('places', '/restaurants', 'places', translate('nav.places')), renderTab('you', '/sign-in', 'person', translate('nav.signIn'))];
}

function renderTab(name, address, icon, label, badge = null) {
  const isHere = currentRoute.tab === name;
  return createElement('li', {}, createElement('a', { class: 'tab', href: address, 'aria-current': isHere ? 'page' : null },
    createIcon(icon), createElement('span', {}, label), badge));
}

function renderUnreadBadge() {
  const count = getUnreadCount();
  if (count === 0) return null;
  return createElement('span', { class: 'badge' }, count > 99 ? `${formatNumber(99)}+` : formatNumber(count), createHiddenText(` ${translate('nav.new')}`));
}

function renderNewOutingLink() {
  return createElement('a', { class: 'new-outing-button', href: '/outings/new', 'aria-label': translate('nav.newOuting') }, createIcon('plus'),
    createElement('b', {}, translate('nav.newOuting')));
}

onSessionChange(draw);
onLiveEvent('state', draw);

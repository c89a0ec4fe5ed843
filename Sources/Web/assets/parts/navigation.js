/** The way around: a bar under the thumb, a rail beside a wide page. */
import { drawing, element, hidden, icon } from '../element.js';
import { liveState, onLive } from '../live.js';
import { me, onSessionChange, reader, unreadCount } from '../session.js';
import { say } from '../words.js';

const LETTERS = [
  'M12 92V44M12 68a21 21 0 0 1 42 0v24', 'M220 92V44M220 68a21 21 0 0 1 42 0v24', 'M287 46v46',
  'M339 52c-3-5-8-8-14-8-8 0-14 4-14 11 0 16 30 8 30 25 0 8-7 13-16 13-7 0-13-3-16-9', 'M374 18v74M374 68a21 21 0 0 1 42 0v24',
];

const place = document.getElementById('navigation');
let shown = {};

/** The name, drawn: the dot of its i is the sun. */
export function wordmark() {
  return drawing('svg', { class: 'wordmark', viewBox: '0 0 436 112', role: 'img', 'aria-label': 'Noonish' },
    LETTERS.map((path) => drawing('path', { d: path })),
    drawing('circle', { cx: 103, cy: 68, r: 25 }),
    drawing('circle', { cx: 171, cy: 68, r: 25 }),
    drawing('circle', { class: 'sun-dot', cx: 287, cy: 22, r: 9.5 }));
}

/** Draws the navigation with the route's tab marked. */
export function showNavigation(route) {
  shown = route;
  draw();
}

function draw() {
  document.querySelector('.skip').textContent = say('nav.skip');
  place.setAttribute('aria-label', say('nav.main'));
  place.hidden = document.body.dataset.layout === 'solo';
  place.classList.toggle('desktop', document.body.dataset.layout === 'docked');
  place.replaceChildren(
    element('a', { class: 'brand', href: '/' }, wordmark()),
    element('ul', { class: 'tabs' }, me() ? membersTabs() : visitorsTabs()),
    me() ? newOuting() : '',
    reader() ? element('p', { class: 'nav-foot' }, say(`live.${liveState()}`)) : '',
  );
}

function membersTabs() {
  return [
    tab('outings', '/', 'outings', say('nav.outings')),
    tab('places', '/restaurants', 'places', say('nav.places')),
    tab('updates', '/updates', 'updates', say('nav.updates'), unreadBadge()),
    tab('you', '/settings', 'you', say('nav.you')),
  ];
}

function visitorsTabs() {
  return [tab('places', '/restaurants', 'places', say('nav.places')), tab('you', '/sign-in', 'you', say('nav.signIn'))];
}

function tab(name, address, sign, label, badge = null) {
  const isHere = shown.tab === name;
  return element('li', {}, element('a', { class: 'tab', href: address, 'aria-current': isHere ? 'page' : null },
    icon(sign), element('span', {}, label), badge));
}

function unreadBadge() {
  const count = unreadCount();
  if (count === 0) return null;
  return element('span', { class: 'badge' }, count > 99 ? '99+' : String(count), hidden(` ${say('nav.new')}`));
}

function newOuting() {
  return element('a', { class: 'tab-new', href: '/outings/new', 'aria-label': say('nav.newOuting') }, icon('plus'),
    element('b', {}, say('nav.newOuting')));
}

onSessionChange(draw);
onLive('state', draw);

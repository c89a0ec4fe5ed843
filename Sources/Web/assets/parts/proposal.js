/** What a circle could do next: a time, and a few places with why; one tap makes an outing of it. */
import { post, Problem } from '../api.js';
import { element, icon } from '../element.js';
import { navigate } from '../page.js';
import { fullMoment, here, wall } from '../time.js';
import { say } from '../words.js';
import { button, buttonLink } from './controls.js';
import { fitLine } from './fit.js';
import { dotted } from './outing-row.js';
import { farText, kitchen } from './place.js';
import { announce } from './said.js';

/** @param {any} circle @param {any} next a CircleProposal, or null where nobody knows where to look */
export function proposalPanel(circle, next) {
  const search = new URLSearchParams({ circle: circle.id, weeks: '4' });
  return element('section', { class: 'section', 'aria-labelledby': 'next' },
    element('h2', { id: 'next' }, say('circle.next')),
    next ? [when(next), places(circle, next), element('p', { class: 'fine' }, say('circle.asks', { count: circle.members.length }))] : element('p', { class: 'second' }, say('circle.where')),
    element('p', { class: 'spaced' }, buttonLink(say('circle.search'), `/restaurants?${search}`, { look: 'plain', sign: 'search', key: 'search' })));
}

function when({ startsAt, timeZone, reasons }) {
  if (!startsAt) return element('p', { class: 'second' }, say('circle.timeOpen'));
  return element('div', {},
    element('p', { class: 'fact-value' }, fullMoment(startsAt, timeZone)),
    reasons.map((reason) => element('p', { class: 'second' }, reasonWords(reason))));
}

function places(circle, next) {
  if (next.places.length === 0) return element('p', { class: 'second' }, say('circle.noPlace'));
  return element('ol', { class: 'rows proposals' }, next.places.map((place, at) => row(circle, next, place, at === 0)));
}

function row(circle, next, { restaurant, reasons }, isFirst) {
  return element('li', { class: 'row wrap' },
    element('div', { class: 'row-body' },
      element('a', { class: 'row-title', href: `/restaurants/${restaurant.id}`, 'data-key': restaurant.id }, restaurant.name),
      dotted([kitchen(restaurant), farText(restaurant.distance)]),
      element('ul', { class: 'reasons' }, reasons.map((reason) => element('li', {}, reasonLine(reason))))),
    element('div', { class: 'actions' },
      button(say('circle.start'), () => start(circle, next, restaurant), {
        look: isFirst ? 'sun' : '', key: `start-${restaurant.id}`, label: say('circle.startAt', { place: restaurant.name }),
      })));
}

const SIGNS = {
  open_then: ['yes', 'check'], hours_unknown: ['unknown', 'question'], liked: ['yes', 'star'], liked_by_you: ['yes', 'star'],
  never_been: ['', 'plus'], not_lately: ['', 'history'], near_usual: ['', 'walk'], rated: ['', 'star'],
};

function reasonLine(reason) {
  if (reason.kind === 'fits') return fitLine(reason.dietFit);
  const [tone, sign] = SIGNS[reason.kind];
  return element('span', { class: `state ${tone}`.trim() }, icon(sign), reasonWords(reason));
}

function reasonWords(reason) {
  const { kind, count, of, weeks, rating } = reason;
  if (kind === 'rated') return say('search.rating', { value: rating.value, count: rating.count });
  if (kind === 'open_then') return say('open.open');
  if (kind === 'hours_unknown') return say('open.unknown');
  return say(`circle.reason.${kind}`, { count, of, weeks });
}

/** An outing of the proposal, with everybody of the circle asked along. */
async function start(circle, { startsAt, timeZone }, restaurant) {
  const zone = timeZone ?? here;
  const fields = { title: say(`circle.meal.${mealAt(startsAt, zone)}`), timeZone: zone, restaurantId: restaurant.id, invite: { circles: [circle.id] } };
  if (startsAt) fields.startsAt = startsAt;
  try {
    const outing = await post('/v1/outings', fields);
    navigate(`/outings/${outing.id}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    announce(error.message);
  }
}

function mealAt(startsAt, zone) {
  if (!startsAt) return 'any';
  const hour = Number(wall(startsAt, zone).time.slice(0, 2));
  if (hour < 4 || hour >= 16) return 'dinner';
  return hour < 11 ? 'breakfast' : 'lunch';
}

/** The facts of an outing: when, where, what to know. */
import { element, icon } from '../element.js';
import { addressText, isHost, isOver } from '../outings.js';
import { me } from '../session.js';
import { clock, distance, fullMoment, moment, momentWithin, readersClock, wall } from '../time.js';
import { say } from '../words.js';
import { buttonLink } from './controls.js';
import { fitLine } from './fit.js';
import { offerLine } from './offers.js';
import { hoursThatDay, openLine } from './place.js';
import { routeLink } from './whereabouts.js';

/** @param {any} outing @param {any[]} [offers] what its place offers at its time */
export function factList(outing, offers = []) {
  return element('ul', { class: 'group' },
    when(outing), where(outing, offers), seats(outing), series(outing), note(outing));
}

function when(outing) {
  const { startsAt, timeZone } = outing;
  if (!startsAt) return fact('calendar', say('fact.when'), say('outing.timeOpen'), [say('outing.timeOpenLine')]);
  return fact('calendar', say('fact.when'), fullMoment(startsAt, timeZone), [
    isOver(outing) ? null : howLong(outing),
    readersClock(startsAt, timeZone),
    outing.respondBy && !isOver(outing) ? say('outing.respondBy', { moment: momentWithin(outing.respondBy, timeZone) }) : null,
  ], isOver(outing) ? null : buttonLink(say('outing.calendar'), `/v1/outings/${outing.id}/calendar.ics`,
    { look: 'plain', key: 'calendar' }));
}

/** "In 5 days, until 13:30." */
function howLong({ startsAt, endsAt, timeZone }) {
  const away = capital(distance(startsAt, timeZone));
  return endsAt ? say('outing.awayUntil', { away, time: until(startsAt, endsAt, timeZone) }) : say('outing.away', { away });
}

function until(startsAt, endsAt, timeZone) {
  const sameDay = wall(startsAt, timeZone).date === wall(endsAt, timeZone).date;
  return sameDay ? clock(endsAt, timeZone) : moment(endsAt, timeZone);
}

function where(outing, offers) {
  const find = isHost(outing) && !isOver(outing)
    ? buttonLink(say('outing.find'), `/restaurants?for=${outing.id}`, { look: 'plain', key: 'find' }) : null;
  if (outing.restaurant) {
    const { restaurant } = outing;
    const address = `/restaurants/${restaurant.id}?for=${outing.id}`;
    const link = buttonLink(say('outing.place'), address, { look: 'plain', key: 'place' });
    return fact('places', say('fact.where'), restaurant.name,
      [openLine(outing.openThen, outing.timeZone), hoursThatDay(outing.openThen), fitLine(outing.dietFit), offers.map(offerLine), addressText(restaurant), reach(restaurant),
        restaurant.attribution ? element('span', { class: 'fine', translate: 'no' }, restaurant.attribution) : null], link);
  }
  if (outing.place) return fact('places', say('fact.where'), outing.place, [], find);
  return fact('places', say('fact.where'), say('outing.placeOpen'), [say('outing.placeOpenLine')], find);
}

/** Calling, and the way there; null where neither is known. */
function reach(restaurant) {
  const call = restaurant.phone ? buttonLink(element('bdi', {}, restaurant.phone), `tel:${restaurant.phone}`, { look: 'plain', key: 'call' }) : null;
  const route = routeLink(restaurant, { look: 'plain', key: 'route' });
  return call || route ? element('span', { class: 'fact-reach' }, call, route) : null;
}

function seats(outing) {
  if (outing.capacity === null || outing.capacity === undefined) return null;
  const left = outing.free ?? Math.max(0, outing.capacity - outing.counts.seats);
  const waiting = outing.counts.waitlisted > 0 ? say('outing.waiting', { count: outing.counts.waitlisted }) : null;
  return fact('people', say('fact.seats'), say('outing.seats', { taken: outing.counts.seats, of: outing.capacity }),
    [left === 0 ? say('outing.full') : say('outing.seatsLeft', { count: left }), waiting]);
}

function series(outing) {
  if (!outing.series) return null;
  return fact('history', say('series.title'), say('series.partOf'), [],
    me() ? buttonLink(say('series.link'), `/series/${outing.series.id}`, { look: 'plain', key: 'series' }) : null);
}

function note(outing) {
  if (!outing.note) return null;
  const title = isHost(outing) ? say('fact.note') : say('fact.noteFrom', { host: outing.host.name });
  return element('li', { class: 'fact' }, icon('quote'), element('div', { class: 'fact-body' },
    element('h2', { class: 'visually-hidden' }, title), element('p', { class: 'fact-note' }, outing.note)));
}

function fact(sign, name, value, lines, action = null) {
  return element('li', { class: 'fact' }, icon(sign), element('div', { class: 'fact-body' },
    element('h2', { class: 'visually-hidden' }, name),
    element('p', { class: 'fact-value' }, value),
    lines.flat().filter(Boolean).map((line) => element('p', { class: 'fact-line' }, line))), action);
}

function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** The facts of an outing: its time, place, seats, series and note. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { getAddressText, isHost, isOver, TEXT_FIELDS } from '../outing-model.js';
import { formatPhoneNumber } from '../phone-number.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTime, formatDateTimeInSentence, formatLocalTime, formatLongDateTime, formatTime, formatTimeUntil, toWallTime } from '../time.js';
import { createButton, createButtonLink } from './controls.js';
import { renderDietFit } from './diet-fit.js';
import { renderOfferLine } from './offers.js';
import { createRouteLink } from './place-map.js';
import { formatHoursThatDay, renderOpenState } from './restaurant-facts.js';

/**
 * Renders the facts.
 *
 * @param {any} outing
 * @param {any[]} attendees
 * @param {any[]} offers the offers of its place at its time
 */
export function renderOutingFacts(outing, attendees, offers) {
  const renderEdit = (name, dialog) => renderEditButton(outing, attendees, name, dialog);
  return createElement('ul', { class: 'group' },
    renderTime(outing, renderEdit), renderPlace(outing, offers, renderEdit), renderSeats(outing), renderSeries(outing),
    TEXT_FIELDS.map((field) => renderText(outing, field)));
}

function renderTime(outing, renderEdit) {
  const { startsAt, timeZone } = outing;
  if (!startsAt) return renderFact('calendar', translate('fact.when'), translate('outing.timeOpen'), [translate('outing.timeOpenLine')], renderEdit('setTime', 'openTimeDialog'), 'when');
  return renderFact('calendar', translate('fact.when'), formatLongDateTime(startsAt, timeZone), [
    isOver(outing) ? null : formatTimeLeft(outing),
    formatLocalTime(startsAt, timeZone),
    outing.respondBy && !isOver(outing) ? translate('outing.respondBy', { moment: formatDateTimeInSentence(outing.respondBy, timeZone) }) : null,
    renderEdit('changeTime', 'openTimeDialog'),
  ], isOver(outing) ? null : createButtonLink(translate('outing.calendar'), `/v1/outings/${outing.id}/calendar.ics`,
    { variant: 'plain', key: 'calendar' }), 'when');
}

/** Formats "In 5 days, until 13:30." */
function formatTimeLeft({ startsAt, endsAt, timeZone }) {
  const away = capitalize(formatTimeUntil(startsAt, timeZone));
  return endsAt ? translate('outing.awayUntil', { away, time: formatEnd(startsAt, endsAt, timeZone) }) : translate('outing.away', { away });
}

function formatEnd(startsAt, endsAt, timeZone) {
  const sameDay = toWallTime(startsAt, timeZone).date === toWallTime(endsAt, timeZone).date;
  return sameDay ? formatTime(endsAt, timeZone) : formatDateTime(endsAt, timeZone);
}

function renderPlace(outing, offers, renderEdit) {
  const find = isHost(outing) && !isOver(outing)
    ? createButtonLink(translate('outing.find'), `/restaurants?for=${outing.id}`, { variant: 'plain', key: 'find' }) : null;
  if (outing.restaurant) {
    const { restaurant } = outing;
    const address = `/restaurants/${restaurant.id}?for=${outing.id}`;
    const link = createButtonLink(translate('outing.place'), address, { variant: 'plain', key: 'place' });
    return renderFact('places', translate('fact.where'), restaurant.name,
      [restaurant.vanished ? renderVanished() : null, renderOpenState(outing.openThen, outing.timeZone), formatHoursThatDay(outing.openThen), renderDietFit(outing.dietFit), offers.map(renderOfferLine), renderAddress(restaurant), renderContactLinks(restaurant), renderEdit('changePlace', 'openPlaceDialog'),
        restaurant.attribution ? createElement('span', { class: 'fine-print', translate: 'no', dir: 'auto' }, restaurant.attribution) : null], link, 'where');
  }
  if (outing.place) return renderFact('places', translate('fact.where'), outing.place, [renderEdit('changePlace', 'openPlaceDialog')], find, 'where');
  return renderFact('places', translate('fact.where'), translate('outing.placeOpen'), [renderEdit('setPlace', 'openPlaceDialog') ?? translate('outing.placeOpenLine')], find, 'where');
}

function renderAddress(restaurant) {
  const text = getAddressText(restaurant);
  return text ? createElement('bdi', {}, text) : null;
}

function renderVanished() {
  return createElement('span', { class: 'state no' }, createIcon('warning'), translate('place.vanished'));
}

/** Renders the links to call and to find the restaurant; null if it has neither phone number nor location. */
function renderContactLinks(restaurant) {
  const call = restaurant.phone ? createButtonLink(createElement('bdi', {}, formatPhoneNumber(restaurant.phone)), `tel:${restaurant.phone}`, { variant: 'plain', key: 'call' }) : null;
  const route = createRouteLink(restaurant, { variant: 'plain', key: 'route' });
  return call || route ? createElement('span', { class: 'fact-links' }, call, route) : null;
}

/** Opens a dialog of quick-edits.js, which only hosts need. */
async function openQuickEdit(outing, attendees, dialog) {
  const dialogs = await import('./quick-edits.js');
  dialogs[dialog](outing, attendees);
}

/** Renders the button with which hosts set or change a fact in place. */
function renderEditButton(outing, attendees, name, dialog) {
  if (!isHost(outing) || isOver(outing)) return null;
  return createElement('span', { class: 'fact-links' }, createButton(translate(`outing.${name}`), () => openQuickEdit(outing, attendees, dialog), { variant: 'plain', key: `edit-${name}` }));
}

function renderSeats(outing) {
  if (outing.capacity === null || outing.capacity === undefined) return null;
  const { capacity, counts, myAttendance } = outing;
  const left = outing.free ?? Math.max(0, capacity - counts.seats);
  const held = Math.max(0, capacity - counts.seats - left);
  const canWait = left === 0 && !['attending', 'waitlisted'].includes(myAttendance?.status);
  return renderFact('people', translate('fact.seats'), translate('outing.seats', { taken: counts.seats, of: capacity }), [
    held > 0 ? translate('outing.seatsHeld', { count: held }) : null,
    canWait ? translate('outing.full') : held > 0 && left === 0 ? null : translate('outing.seatsLeft', { count: left }),
    counts.waitlisted > 0 ? translate('outing.waiting', { count: counts.waitlisted }) : null,
  ]);
}

function renderSeries(outing) {
  if (!outing.series) return null;
  return renderFact('history', translate('series.title'), translate('series.partOf'), [],
    getCurrentPerson() ? createButtonLink(translate('series.link'), `/series/${outing.series.id}`, { variant: 'plain', key: 'series' }) : null);
}

/** Renders a text field. A long text is quoted and needs no visible label. */
function renderText(outing, { name, icon, rows, guestLabel = name }) {
  if (!outing[name]) return null;
  const label = isHost(outing) ? translate(`fact.${name}`) : translate(`fact.${guestLabel}`, { host: outing.host.name });
  return createElement('li', { class: 'fact', 'data-fact': name }, createIcon(icon), createElement('div', { class: 'fact-body' },
    createElement('h2', { class: rows ? 'visually-hidden' : 'label' }, label),
    createElement('p', { class: rows ? 'fact-note' : 'fact-value', dir: 'auto' }, outing[name])));
}

function renderFact(icon, name, value, lines, action = null, key = null) {
  return createElement('li', { class: 'fact', 'data-fact': key }, createIcon(icon), createElement('div', { class: 'fact-body' },
    createElement('h2', { class: 'visually-hidden' }, name),
    createElement('p', { class: 'fact-value', dir: 'auto' }, value),
    lines.flat().filter(Boolean).map((line) => createElement('p', { class: 'fact-line' }, line))), action);
}

function capitalize(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

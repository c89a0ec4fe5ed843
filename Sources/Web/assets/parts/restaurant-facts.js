/** How a restaurant's properties are displayed. */
import { createElement, createIcon } from '../dom.js';
import { hasMessage, region, translate } from '../localization.js';
import { formatClock, formatDateTimeInSentence, formatTime, toWallTime } from '../time.js';

/** The diets in display order. */
export const DIETS = ['vegan', 'vegetarian', 'gluten_free', 'lactose_free', 'halal', 'kosher', 'pescetarian'];

let cuisineNames = new Map();

/** Sets the names of the cuisines in the person's language, as `/v1/cuisines` has them. Without them, their ids are shown with spaces. */
export function setCuisineNames(cuisines) {
  cuisineNames = new Map(cuisines.map(({ id, name }) => [id, name]));
}

const OPEN_STATE_STYLES = { open: ['yes', 'check'], closed: ['no', 'cross'], unknown: ['unknown', 'question'] };

/**
 * Renders "Open at that time, until 15:00", "Closed at that time" or "Opening hours unknown", with `isNow` "Open now, until 15:00"; null if there is
 * no time to check.
 */
export function renderOpenState(open, zone, isNow = false) {
  if (!open) return null;
  const [tone, icon] = OPEN_STATE_STYLES[open.state] ?? OPEN_STATE_STYLES.unknown;
  const text = open.state === 'open' && open.until
    ? translate(isNow ? 'open.now.until' : 'open.until', { time: formatTime(open.until, zone) })
    : translate(isNow && open.state !== 'unknown' ? `open.now.${open.state}` : `open.${open.state}`);
  return createElement('span', { class: `state ${tone}` }, createIcon(icon), text);
}

/** Formats the hours of the day of an outing, if the restaurant is not known to be open at its time: "That day: 11:00–14:00"; or null. */
export function formatHoursThatDay(open) {
  const evidence = open?.evidence;
  if (!evidence?.hours || open.state === 'open') return null;
  const spans = evidence.day?.spans ?? [];
  if (!evidence.day) return translate('open.text', { hours: evidence.hours });
  if (spans.length === 0) return translate('open.closedThatDay');
  return translate('open.thatDay', { hours: formatSpans(spans) });
}

/** Formats "11:00–14:00, 17:00–22:00". A question mark follows hours that are not certain. */
function formatSpans(spans) {
  return spans.map(({ from, to, state, comment }) =>
    `${formatClock(from)}–${formatClock(to)}${state === 'unknown' ? '?' : ''}${comment ? ` (${comment})` : ''}`).join(translate('list.comma'));
}

/** Renders the hours of a week, or the source's own words if it has no days that can be listed. */
export function renderWeek({ text, week = [] }, zone) {
  if (week.length === 0) {
    const lines = (text ?? '').split(/\s*;\s*/).filter(Boolean);
    return lines.length === 0 ? null : [createElement('p', { class: 'secondary' }, translate('open.asGiven')),
      createElement('ul', { class: 'hours-text', dir: 'ltr' }, lines.map((line) => createElement('li', {}, line)))];
  }
  const today = toWallTime(Date.now(), zone).date;
  const format = new Intl.DateTimeFormat(region, { weekday: 'long', timeZone: 'UTC' });
  return createElement('dl', { class: 'hours-week' }, week.map(({ date, spans }) =>
    createElement('div', { class: date === today ? 'today' : null },
      createElement('dt', {}, date === today ? translate('time.today') : format.format(new Date(`${date}T00:00Z`))),
      createElement('dd', {}, spans.length > 0 ? formatSpans(spans) : translate('open.closedThatDay')))));
}

/** Formats the hours of a week in short: "11:00–15:00", or if days differ ["Mon–Fri 11:00–14:00", "Sat 12:00–16:00"]. Days without hours are left out. */
export function formatWeek(week) {
  const format = new Intl.DateTimeFormat(region, { weekday: 'short', timeZone: 'UTC' });
  const fromMonday = ({ date }) => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;
  const runs = [];
  for (const day of week.toSorted((one, other) => fromMonday(one) - fromMonday(other))) {
    const hours = formatSpans(day.spans);
    const name = format.format(new Date(`${day.date}T00:00Z`));
    if (runs.at(-1)?.hours === hours) runs.at(-1).last = name;
    else runs.push({ first: name, last: name, hours });
  }
  if (runs.length === 1) return runs[0].hours === '' ? [] : [runs[0].hours];
  return runs.filter(({ hours }) => hours !== '').map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`);
}

/** Formats a distance: "350 m", "1.4 km". */
export function formatDistance(metres) {
  if (metres === null || metres === undefined) return null;
  const isNear = metres < 1000;
  const value = isNear ? Math.round(metres / 10) * 10 : metres / 1000;
  return new Intl.NumberFormat(region, {
    style: 'unit',
    unit: isNear ? 'meter' : 'kilometer',
    unitDisplay: 'short',
    maximumFractionDigits: isNear || metres >= 10_000 ? 0 : 1,
  }).format(value);
}

/** Formats the cuisines, or the kind of restaurant: "Nordic, soups", "Café". */
export function formatCuisines(restaurant) {
  const cuisines = (restaurant.cuisines ?? []).map(formatCuisine);
  if (cuisines.length > 0) return cuisines.slice(0, 4).join(translate('list.comma'));
  return hasMessage(`kind.${restaurant.kind}`) ? translate(`kind.${restaurant.kind}`) : null;
}

/** Formats a cuisine, given by its id or as `{ id, name }`: "Fish and chips" for `fish_and_chips`. */
export function formatCuisine(cuisine) {
  const id = String(cuisine.id ?? cuisine);
  const diet = hasMessage(`diet.${id}`) ? translate(`diet.${id}`) : null; // "vegetarian" is a diet in the vocabulary, and a cuisine in many sources
  const text = cuisine.name ?? cuisineNames.get(id) ?? diet ?? id.replaceAll('_', ' ');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Renders whether a restaurant caters for a diet, as an icon and text. */
export function renderDietOffer(offer) {
  const [tone, icon] = { yes: ['yes', 'check'], only: ['yes', 'check'], limited: ['limited', 'wave'], no: ['no', 'cross'] }[offer]
    ?? ['unknown', 'question'];
  const word = hasMessage(`diet.offer.${offer}`) ? offer : 'unknown';
  return createElement('span', { class: `state ${tone}` }, createIcon(icon), translate(`diet.offer.${word}`));
}

/** Returns a safe link, or null. The directory's data is not ours, so only http and https are allowed. */
export function toWebAddress(text) {
  if (!text) return null;
  try {
    const url = new URL(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
    return ['http:', 'https:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Formats "4.2 of 5 from 12"; null without ratings. */
export function formatRating(rating) {
  return rating && rating.count > 0 ? translate('search.rating', { value: formatMean(rating.value), count: rating.count }) : null;
}

const formatMean = (value) => new Intl.NumberFormat(region, { maximumFractionDigits: 1 }).format(value);

const PRICES = ['cheap', 'moderate', 'expensive', 'luxury'];

/** Formats the price level, from 1 to 4; null if it is unknown. */
export function formatPrice(level) {
  return level ? translate(`place.price.${PRICES[level - 1]}`) : null;
}

/** Renders that the person liked the restaurant. */
export function renderLiked() {
  return createElement('span', { class: 'state yes' }, createIcon('star'), translate('search.liked'));
}

/** Renders when the person last ate at the restaurant; null if they never did. */
export function renderLastVisit({ lastVisitedAt }, zone) {
  return lastVisitedAt ? createElement('span', { class: 'secondary' }, translate('place.visited', { moment: formatDateTimeInSentence(lastVisitedAt, zone) })) : null;
}

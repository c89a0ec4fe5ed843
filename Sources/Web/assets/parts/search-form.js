/** What the searches for places and for dishes have in common: the choice between them, the words, the filters and the list of results. */
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getRecentSearches, saveSearch } from '../recent-searches.js';
import { formatDateTime, fromWallTime, localTimeZone } from '../time.js';
import { createField, createOptions } from './form.js';
import { DIETS, formatDistance } from './restaurant-facts.js';

/** What both searches understand in their addresses. */
const SHARED = ['for', 'at', 'q', 'near', 'around', 'diet', 'radius', 'open'];

export const createDietPairs = () => [['', translate('search.anyDiet')], ...DIETS.map((diet) => [diet, translate(`diet.${diet}`)])];

export const createRadiusPairs = () => [['', translate('search.anyDistance')],
  ...['500', '1000', '3000'].map((radius) => [radius, translate('search.within', { distance: formatDistance(Number(radius)) })])];

/** Creates the links between the two searches, which take along what both understand. `current` is the path of the open one. */
export function createSearchLinks(current) {
  const toAddress = (path) => {
    const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => SHARED.includes(name)));
    return query.size > 0 ? `${path}?${query}` : path;
  };
  const createLink = (path, text) => createElement('a', {
    href: path, 'aria-current': path === current ? 'page' : null,
    on: { click: ({ currentTarget }) => { currentTarget.href = toAddress(path); } }, // the address changes with the search
  }, text);
  return createElement('nav', { class: 'segment search-links', 'aria-label': translate('search.what') },
    createLink('/restaurants', translate('search.places')), createLink('/dishes', translate('search.dishes')));
}

/** Formats what a search is for: an outing, at its own time or at one that was chosen. */
export function formatPurpose(outing, at) {
  const instant = getInstant({ outing, at });
  return translate('search.for', { title: outing.title, when: instant ? formatDateTime(instant, outing.timeZone) : translate('outing.timeOpen') });
}

/**
 * Returns the instant to search for, in RFC 3339: the wall time that was chosen, in the outing's time zone or this device's, or else the outing's
 * own; null for now.
 */
export function getInstant({ outing, at }) {
  return at ? fromWallTime(at, outing?.timeZone ?? localTimeZone) : outing?.startsAt ?? null;
}

/** Returns the path of a result's page. It takes along the address of the search, which the page leads back to. */
export const createResultPath = (path) => path + location.search;

/** Creates the field for the words. `state` receives them as `q`, and has `onWords()` called when they are complete. */
export function createQueryField(state, search, label) {
  const input = createElement('input', {
    class: 'input', id: 'q', name: 'q', type: 'search', enterkeyhint: 'search', autocomplete: 'off', placeholder: label,
    list: 'recent-searches',
    on: {
      input: () => { state.q = input.value.trim(); search.soon(); },
      change: () => {
        saveSearch(input.value.trim());
        redraw(recent, createRecentOptions());
        state.onWords();
      },
    },
  });
  input.value = state.q;
  const recent = createElement('datalist', { id: 'recent-searches' }, createRecentOptions());
  return createElement('div', { class: 'search' }, createElement('label', { class: 'visually-hidden', for: 'q' }, label), createIcon('search'), input, recent);
}

const createRecentOptions = () => getRecentSearches().map((words) => createElement('option', { value: words }));

/** Creates the filter that leaves only what is known to be open then. */
export const createOpenFilter = (state, text, search) => createChip(state, 'isOpen', text, search);

/** Creates a checkbox, which sets the property of `state` with the name `name`. */
export function createChip(state, name, text, search) {
  const input = createElement('input', { type: 'checkbox', on: { change: () => { state[name] = input.checked; search.now(); } } });
  input.checked = state[name];
  return createElement('label', { class: 'chip' }, input, createElement('span', {}, text));
}

/** Creates a filter or order to choose, which sets the property of `state` with its name. */
export function createChoiceField(state, { name, label, pairs, ...how }, search) {
  return createField({ name, label, labelHidden: true, control: 'select', options: createOptions(pairs, state[name]), ...how,
    on: { change: (event) => { state[name] = event.target.value; search.now(); } } });
}

/**
 * Creates a list of results, the line that says how many there are, and the button for the next page.
 *
 * @param {any} page the first page
 * @param {{ render: (item: any, number: number) => Node, describe: (count: number, hasMore: boolean) => string,
 *   fetchNext: (cursor: string) => Promise<any>, onItems: (all: any[]) => void }} how `onItems` receives the items of all pages so far
 */
export function createResultList(page, { render, describe, fetchNext, onItems }) {
  const list = createElement('ol', { class: 'results' });
  const status = createElement('p', { class: 'secondary', role: 'status' });
  const more = createElement('button', { class: 'button', type: 'button', on: { click: () => next() } }, translate('search.more'));
  let cursor = null;
  let all = [];
  const add = ({ items, next: following }) => {
    const previousCount = list.children.length;
    cursor = following ?? null;
    all = all.concat(items);
    list.append(...items.map((item, at) => render(item, previousCount + at + 1)));
    more.hidden = cursor === null;
    onItems(all);
    status.textContent = describe(list.children.length, cursor !== null);
    if (previousCount > 0) list.children[previousCount]?.querySelector('a').focus();
  };
  const next = async () => {
    more.disabled = true; // another tap would fetch the same page again
    try {
      add(await fetchNext(cursor));
    } catch (problem) {
      status.textContent = problem.message;
    } finally {
      more.disabled = false;
    }
  };
  add(page);
  return { list, status, more };
}

/** Returns the area in an address, or null. */
export function readArea(query) {
  const point = query.get('near');
  return point ? { point, label: query.get('around') ?? translate('area.chosen') } : null;
}

/** Stores a search in the address, so that the back button restores it. Values that are empty are left out. */
export function updateAddress(path, values) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  if (location.pathname === path) history.replaceState(history.state, '', `${path}?${query}`);
}

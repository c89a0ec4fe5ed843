/** Searching for restaurants. */
import { get, Problem } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { getRecentSearches, saveSearch } from '../recent-searches.js';
import { formatDateTime } from '../time.js';
import { renderSources } from '../parts/data-sources.js';
import { renderExternalPlaces } from '../parts/external-places.js';
import { createField, createOptions } from '../parts/form.js';
import { hasMap } from '../parts/map.js';
import { DIETS, formatCuisine, formatDistance, setCuisineNames } from '../parts/restaurant-facts.js';
import { createAreaPicker, getDefaultArea, getSavedArea } from '../parts/search-area.js';
import { createSearchMap } from '../parts/search-map.js';
import { renderSearchResult } from '../parts/search-result.js';

const NOW_MS = 10 * 60_000; // how long a result is about now: further pages keep the time of the first
const TYPING_PAUSE_MS = 250; // between the last keystroke and the search: short enough to feel immediate, long enough for a word

export default async function loadRestaurantsScreen({ query, signal }) {
  const [outing, circle, cuisines, sources] = await Promise.all([
    query.has('for') ? get(`/v1/outings/${encodeURIComponent(query.get('for'))}`, { signal }) : null,
    query.has('circle') ? get(`/v1/circles/${encodeURIComponent(query.get('circle'))}`, { signal }) : null,
    get('/v1/cuisines?names=false', { signal }).then((page) => page.items ?? page, () => []),
    get('/v1/restaurants/sources', { signal }).then((page) => page.items, () => []),
  ]);
  setCuisineNames(cuisines);
  const state = {
    q: query.get('q') ?? '',
    area: readArea(query) ?? getSavedArea() ?? getDefaultArea(),
    cuisine: query.get('cuisine') ?? '',
    diet: query.get('diet') ?? '',
    price: query.get('price') ?? '',
    rating: query.get('rating') ?? '',
    radius: query.get('radius') ?? '',
    isOpen: query.get('open') === 'yes',
    circle,
    weeks: outing || circle ? query.get('weeks') ?? '' : '',
    order: outing && query.get('sort') === 'fair' ? 'fair' : 'distance',
    hasLive: sources.some(({ isLive }) => isLive),
  };
  const results = createElement('div', { class: 'search-results' });
  const search = createSearch(state, outing, results);
  const map = hasMap() ? createSearchMap(state, outing, results) : null;
  const panel = createElement('div', { class: map ? 'search-panel' : 'search-panel narrow' },
    createElement('header', { class: 'screen-header' },
      outing ? createElement('p', { class: 'eyebrow' }, formatPurpose(outing)) : null,
      circle ? createElement('p', { class: 'eyebrow', dir: 'auto' }, circle.name) : null,
      createElement('h1', {}, translate('search.title'))),
    createElement('form', { role: 'search', class: 'form tight', on: { submit: (event) => { event.preventDefault(); search.now(); } } },
      createQueryField(state, search),
      createAreaPicker(state, search.now),
      createFilters(state, outing, cuisines, search),
      outing ? createOrderField(state, search) : null,
      outing || circle ? createRecencyField(state, search) : null),
    map?.toggle,
    results);
  const content = map ? createElement('div', { class: 'search-layout' }, panel) : panel;
  map?.arrange();
  await search.now();
  return { title: translate('search.title'), content };
}

function formatPurpose(outing) {
  const when = outing.startsAt ? formatDateTime(outing.startsAt, outing.timeZone) : translate('outing.timeOpen');
  return translate('search.for', { title: outing.title, when });
}

function createQueryField(state, search) {
  const input = createElement('input', {
    class: 'input', id: 'q', name: 'q', type: 'search', enterkeyhint: 'search', autocomplete: 'off',
    placeholder: translate('search.example'),
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
  const label = createElement('label', { class: 'visually-hidden', for: 'q' }, translate('search.label'));
  return createElement('div', { class: 'search' }, label, createIcon('search'), input, recent);
}

const createRecentOptions = () => getRecentSearches().map((words) => createElement('option', { value: words }));

/** Creates the filters. Each option shows how many results it would leave, if the response includes that. */
function createFilters(state, outing, cuisines, search) {
  const choose = (name) => (event) => {
    state[name] = event.target.value;
    search.now();
  };
  const cuisinePairs = [['', translate('search.anyCuisine')], ...cuisines.map((one) => [one.id ?? one, formatCuisine(one)])];
  const dietPairs = [['', translate('search.anyDiet')], ...DIETS.map((diet) => [diet, translate(`diet.${diet}`)])];
  const filter = (name, label, pairs) => {
    const options = createOptions(pairs, state[name]);
    return { name, pairs, options, node: createField({ name, label, labelHidden: true, control: 'select', options, on: { change: choose(name) } }) };
  };
  const all = [filter('cuisine', translate('search.cuisine'), cuisinePairs), filter('diet', translate('search.diet'), dietPairs)];
  state.onFacets = (facets) => {
    for (const { name, pairs, options } of all) {
      const counts = new Map(facets?.[name]?.map(({ id, count }) => [id, count]));
      for (const [at, [id, what]] of pairs.entries()) {
        options[at].textContent = counts.has(id) ? translate('search.counted', { what, count: counts.get(id) }) : what;
      }
    }
  };
  const [cuisine, diet] = all.map(({ node }) => node);
  const others = FILTERS.map(({ name, label, pairs }) => filter(name, translate(label), pairs()).node);
  return createElement('div', { class: 'filters' }, createOpenFilter(state, outing, search), diet, others, cuisine);
}

/** The filters with fixed values. The first value means any. */
const FILTERS = [
  { name: 'price', label: 'search.price', pairs: () => [['', translate('search.anyPrice')], ['1,2', translate('search.lowPrice')], ['3,4', translate('search.highPrice')]] },
  { name: 'rating', label: 'search.ratingFilter', pairs: () => [['', translate('search.anyRating')],
    ...['3.5', '4', '4.5'].map((rating) => [rating, translate('search.rated', { rating: Number(rating) })])] },
  { name: 'radius', label: 'search.distance', pairs: () => [['', translate('search.anyDistance')],
    ...['500', '1000', '3000'].map((radius) => [radius, translate('search.within', { distance: formatDistance(Number(radius)) })])] },
];

/** Creates the filter that leaves only places that are known to be open at the time of the outing, or now. */
function createOpenFilter(state, outing, search) {
  const input = createElement('input', { type: 'checkbox', on: { change: () => { state.isOpen = input.checked; search.now(); } } });
  input.checked = state.isOpen;
  return createElement('label', { class: 'chip' }, input, createElement('span', {}, translate(outing?.startsAt ? 'open.open' : 'search.openNow')));
}

/** Creates the sort order: nearest first, or fair to everyone who shared a starting point. */
function createOrderField(state, search) {
  const pairs = [['distance', translate('search.nearest')], ['fair', translate('search.fair')]];
  return createField({
    name: 'order', label: translate('search.order'), control: 'select', options: createOptions(pairs, state.order),
    on: { change: (event) => { state.order = event.target.value; search.now(); } },
  });
}

/** Creates the filter that excludes restaurants where the circle, or most of the outing's people, have been recently. */
function createRecencyField(state, search) {
  const pairs = [['', translate('search.anyTime')], ...['2', '4', '8', '12'].map((weeks) => [weeks, translate('search.notWithin', { count: Number(weeks) })])];
  return createField({
    name: 'weeks', label: translate('search.lately'), control: 'select', options: createOptions(pairs, state.weeks),
    on: { change: (event) => { state.weeks = event.target.value; search.now(); } },
  });
}

/** Returns `now()` and `soon()`, which run a search. A new search cancels the previous one. */
function createSearch(state, outing, results) {
  let timer = null;
  let running = null;
  const now = async () => {
    clearTimeout(timer);
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    updateAddress(state, outing);
    if (!state.area && state.order !== 'fair') {
      state.onFound?.([]);
      return redraw(results, createElement('p', { class: 'secondary' }, translate('search.begin')));
    }
    results.setAttribute('aria-busy', 'true');
    try {
      const page = await get(createAddress(state, outing), { signal });
      state.onFacets(page.facets);
      showResults(results, page, state, outing);
      if (state.hasLive) showExternalPlaces(results, createAddress(state, outing), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      redraw(results, createElement('p', { class: 'error', role: 'alert' }, error.errors[0]?.detail ?? error.message));
    } finally {
      if (!signal.aborted) results.removeAttribute('aria-busy');
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(now, TYPING_PAUSE_MS);
  };
  return { now, soon };
}

function createAddress(state, outing, cursor = null) {
  const parameters = new URLSearchParams();
  if (state.area) parameters.set('near', state.area.point);
  if (state.order === 'fair') parameters.set('sort', 'fair');
  if (state.q) parameters.set('q', state.q);
  if (state.cuisine) parameters.set('cuisine', state.cuisine);
  if (state.diet) parameters.set('diet', state.diet);
  setFilters(parameters, state);
  if (state.order === 'fair') parameters.delete('radius'); // the server searches around everyone, without a radius
  if (outing) parameters.set('outing', outing.id);
  if (state.weeks) parameters.set('notWithinWeeks', state.weeks);
  if (state.weeks && state.circle) parameters.set('circle', state.circle.id);
  if (cursor) parameters.set('cursor', cursor);
  return `/v1/restaurants?${parameters}`;
}

function setFilters(parameters, { isOpen, ...state }) {
  for (const { name } of FILTERS) if (state[name]) parameters.set(name, state[name]);
  if (isOpen) parameters.set('open', 'yes');
}

function showResults(results, page, state, outing) {
  const list = createElement('ol', { class: 'results' });
  const status = createElement('p', { class: 'secondary', role: 'status' });
  const sources = createElement('div', {});
  const more = createElement('button', { class: 'button', type: 'button', on: { click: () => next() } }, translate('search.more'));
  let cursor = null;
  let all = [];
  const isNow = Math.abs(Date.parse(page.at) - Date.now()) < NOW_MS; // a word such as "lunch" chooses another time
  const add = ({ items, next: following }) => {
    const previousCount = list.children.length;
    cursor = following ?? null;
    all = all.concat(items);
    redraw(sources, renderSources(all));
    list.append(...items.map((restaurant, at) => renderSearchResult(restaurant, previousCount + at + 1, outing, isNow)));
    more.hidden = cursor === null;
    state.onFound?.(all);
    status.textContent = formatCount(list.children.length, cursor !== null, state);
    if (previousCount > 0) list.children[previousCount]?.querySelector('a').focus();
  };
  const next = async () => {
    try {
      add(await get(createAddress(state, outing, cursor)));
    } catch (problem) {
      status.textContent = problem.message;
    }
  };
  add(page);
  redraw(results, status, renderInterpretation(page.interpretation), list, more, sources);
}

/** Renders which words of the text became filters, and which were left out because nothing matches them. */
function renderInterpretation(interpretation) {
  if (!interpretation) return null;
  const quote = (texts) => formatList(texts.map((text) => translate('search.quoted', { text })));
  const { filters, ignored } = interpretation;
  return createElement('p', { class: 'secondary', role: 'status' },
    filters.length > 0 ? translate('search.filtered', { words: quote(filters.map(({ text }) => text)) }) : null,
    filters.length > 0 && ignored.length > 0 ? ' ' : null,
    ignored.length > 0 ? translate('search.ignored', { words: quote(ignored) }) : null);
}

/** Appends places from external sources below ours when they arrive. A source that fails is omitted. */
async function showExternalPlaces(results, path, signal) {
  try {
    const { live } = await get(`${path}&live=true&limit=10`, { signal });
    results.append(...(live ?? []).map(renderExternalPlaces).filter(Boolean));
  } catch (error) {
    if (!signal.aborted && !(error instanceof Problem)) throw error;
  }
}

function formatCount(count, hasMore, state) {
  if (count === 0) return state.q ? translate('search.noneFor', { q: state.q }) : translate('search.none');
  if (state.order === 'fair') return translate('search.fairCount', { count });
  return translate(hasMore ? 'search.first' : 'search.count', { count, area: state.area.label });
}

/** Stores the search in the address, so that the back button restores it. */
function updateAddress(state, outing) {
  const query = new URLSearchParams();
  if (outing) query.set('for', outing.id);
  if (state.circle) query.set('circle', state.circle.id);
  if (state.weeks) query.set('weeks', state.weeks);
  if (state.q) query.set('q', state.q);
  if (state.area) {
    query.set('near', state.area.point);
    query.set('around', state.area.label);
  }
  if (state.cuisine) query.set('cuisine', state.cuisine);
  if (state.diet) query.set('diet', state.diet);
  setFilters(query, state);
  if (state.order === 'fair') query.set('sort', 'fair');
  if (location.pathname === '/restaurants') history.replaceState(history.state, '', `/restaurants?${query}`);
}

function readArea(query) {
  const point = query.get('near');
  return point ? { point, label: query.get('around') ?? translate('area.chosen') } : null;
}

/** Searching for restaurants. */
import { get, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { parseWallTime } from '../time.js';
import { renderSources } from '../parts/data-sources.js';
import { renderExternalPlaces } from '../parts/external-places.js';
import { hasMap } from '../parts/map.js';
import { formatCuisine, setCuisineNames } from '../parts/restaurant-facts.js';
import { createAreaPicker, getDefaultArea, getSavedArea } from '../parts/search-area.js';
import {
  createChip, createChoiceField, createDietPairs, createOpenFilter, createQueryField, createRadiusPairs, createResultList,
  createSearchLinks, formatPurpose, getInstant, readArea, updateAddress,
} from '../parts/search-form.js';
import { createSearch } from '../parts/typed-search.js';
import { createSearchMap } from '../parts/search-map.js';
import { renderSearchResult } from '../parts/search-result.js';

const ORDERS = ['distance', 'rating', 'best'];
const NOW_MS = 10 * 60_000; // how long a result is about now: further pages keep the time of the first

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
    at: outing ? parseWallTime(query.get('at')) : '',
    isFair: Boolean(outing) && query.get('sort') === 'fair',
    order: ORDERS.includes(query.get('sort')) ? query.get('sort') : getDefaultOrder(outing),
    hasLive: sources.some(({ isLive }) => isLive),
  };
  const results = createElement('div', { class: 'search-results' });
  const search = createSearch(results, (signal) => run(state, outing, results, signal));
  const map = hasMap() ? createSearchMap(state, outing, results) : null;
  const panel = createElement('div', { class: map ? 'search-panel' : 'search-panel narrow' },
    createElement('header', { class: 'screen-header' },
      outing ? createElement('p', { class: 'eyebrow' }, formatPurpose(outing, state.at)) : null,
      circle ? createElement('p', { class: 'eyebrow', dir: 'auto' }, circle.name) : null,
      createElement('h1', {}, translate('search.title'))),
    createSearchLinks('/restaurants'),
    createElement('form', { role: 'search', class: 'form tight', on: { submit: (event) => { event.preventDefault(); search.now(); } } },
      createQueryField(state, search, translate('search.label')),
      createAreaPicker(state, search.now),
      createFilters(state, outing, cuisines, search, map?.toggle)),
    results);
  const content = map ? createElement('div', { class: 'search-layout' }, panel) : panel;
  map?.arrange();
  await search.now();
  return { title: translate('search.title'), content };
}

/** People who plan an outing see what suits them best, others what is nearest. */
const getDefaultOrder = (outing) => (outing ? 'best' : 'distance');

/** Creates the filters and the order. Each option shows how many results it would leave, if the response includes that. */
function createFilters(state, outing, cuisines, search, mapToggle) {
  const cuisinePairs = [['', translate('search.anyCuisine')], ...cuisines.map((one) => [one.id ?? one, formatCuisine(one)])];
  const filter = (name, label, pairs) => {
    const node = createChoiceField(state, { name, label, pairs }, search);
    return { name, pairs, options: node.querySelector('select').options, node };
  };
  const all = [filter('cuisine', translate('search.cuisine'), cuisinePairs), filter('diet', translate('search.diet'), createDietPairs())];
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
  return createElement('div', { class: 'filters' },
    mapToggle,
    createOpenFilter(state, translate(getInstant({ outing, at: state.at }) ? 'open.open' : 'search.openNow'), search),
    outing ? createChip(state, 'isFair', translate('search.fair'), search) : null,
    createOrderField(state, search), diet, others, cuisine,
    outing || state.circle ? createRecencyField(state, search) : null);
}

/** The filters with fixed values. The first value means any. */
const FILTERS = [
  { name: 'price', label: 'search.price', pairs: () => [['', translate('search.anyPrice')], ['1,2', translate('search.lowPrice')], ['3,4', translate('search.highPrice')]] },
  { name: 'rating', label: 'search.ratingFilter', pairs: () => [['', translate('search.anyRating')],
    ...['3.5', '4', '4.5'].map((rating) => [rating, translate('search.rated', { rating: Number(rating) })])] },
  { name: 'radius', label: 'search.distance', pairs: createRadiusPairs },
];

/** Creates the order. A search that is fair to everyone has an order of its own. */
function createOrderField(state, search) {
  const pairs = ORDERS.map((order) => [order, translate(`search.orders.${order}`)]);
  const field = createChoiceField(state, { name: 'order', label: translate('search.order'), pairs }, search);
  state.onOrder = () => { field.querySelector('select').disabled = state.isFair; };
  return field;
}

/** Creates the filter that excludes restaurants where the circle, or most of the outing's people, have been recently. */
function createRecencyField(state, search) {
  const pairs = [['', translate('search.anyTime')], ...['2', '4', '8', '12'].map((weeks) => [weeks, translate('search.notWithin', { count: Number(weeks) })])];
  return createChoiceField(state, { name: 'weeks', label: translate('search.lately'), pairs }, search);
}

async function run(state, outing, results, signal) {
  storeSearch(state, outing);
  state.onOrder();
  if (!state.area && !state.isFair) {
    state.onFound?.([]);
    redraw(results, createElement('p', { class: 'secondary' }, translate('search.begin')));
    return;
  }
  const page = await get(createAddress(state, outing), { signal });
  state.onFacets(page.facets);
  showResults(results, page, state, outing);
  if (state.hasLive) showExternalPlaces(results, createAddress(state, outing), signal);
}

function createAddress(state, outing, cursor = null) {
  const parameters = new URLSearchParams();
  if (state.area) parameters.set('near', state.area.point);
  const sort = getSort(state);
  if (sort !== 'distance') parameters.set('sort', sort);
  if (state.q) parameters.set('q', state.q);
  if (state.cuisine) parameters.set('cuisine', state.cuisine);
  if (state.diet) parameters.set('diet', state.diet);
  setFilters(parameters, state);
  if (state.isFair) parameters.delete('radius'); // the server searches around everyone, without a radius
  if (outing) parameters.set('outing', outing.id);
  if (state.at) parameters.set('openAt', getInstant({ outing, at: state.at }));
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
  const sources = createElement('div', {});
  const isNow = Math.abs(Date.parse(page.at) - Date.now()) < NOW_MS; // a word such as "lunch" chooses another time
  const { list, status, more } = createResultList(page, {
    render: (restaurant, number) => renderSearchResult(restaurant, number, outing, isNow),
    describe: (count, hasMore) => formatCount(count, hasMore, state),
    fetchNext: (cursor) => get(createAddress(state, outing, cursor)),
    onItems: (all) => {
      redraw(sources, renderSources(all));
      state.onFound?.(all);
    },
  });
  redraw(results, status, renderInterpretation(page.interpretation), list, more, sources, renderMissing(state));
}

/** Renders the way to add a restaurant that the results lack. */
function renderMissing({ q }) {
  const parameters = new URLSearchParams(location.search); // for the way back
  if (q) parameters.set('name', q);
  return createElement('p', { class: 'secondary' }, translate('ownVenues.missing'), ' ', createElement('a', { class: 'link', href: `/venues/new?${parameters}` }, translate('ownVenues.addIt')));
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
  if (state.isFair) return translate('search.fairCount', { count });
  return translate(hasMore ? 'search.first' : 'search.count', { count, area: state.area.label, order: state.order });
}

const getSort = ({ isFair, order }) => (isFair ? 'fair' : order);

function storeSearch(state, outing) {
  const { circle, weeks, q, area, cuisine, diet, at } = state;
  const sort = getSort(state);
  updateAddress('/restaurants', {
    for: outing?.id, at, circle: circle?.id, weeks, q, near: area?.point, around: area?.label, cuisine, diet,
    ...Object.fromEntries(FILTERS.map(({ name }) => [name, state[name]])), open: state.isOpen ? 'yes' : '',
    sort: sort === getDefaultOrder(outing) ? '' : sort,
  });
}

/** Searching for dishes of published menus. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { getSentenceSpace, translate } from '../localization.js';
import { listPriceSteps } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { parseWallTime } from '../time.js';
import { createButtonLink } from '../parts/controls.js';
import { renderSources } from '../parts/data-sources.js';
import { renderDishResult } from '../parts/dish-result.js';
import { createOptions } from '../parts/form.js';
import { createAreaPicker, getDefaultArea, getSavedArea } from '../parts/search-area.js';
import {
  createChoiceField, createDietPairs, createOpenFilter, createQueryField, createRadiusPairs, createResultList, createSearchLinks,
  formatPurpose, getInstant, readArea, updateAddress,
} from '../parts/search-form.js';
import { createSearch } from '../parts/typed-search.js';

const NOW_MS = 10 * 60_000; // how long a result is about now
const ORDERS = ['distance', 'price', 'place', 'name'];

export default async function loadDishesScreen({ query, signal }) {
  const outing = query.has('for') ? await get(`/v1/outings/${encodeURIComponent(query.get('for'))}`, { signal }) : null;
  const state = {
    outing,
    q: query.get('q') ?? '',
    area: readArea(query) ?? getSavedArea() ?? getDefaultArea(),
    diet: query.get('diet') ?? '',
    price: query.get('price') ?? '',
    currency: query.get('currency') ?? '',
    radius: query.get('radius') ?? '',
    at: parseWallTime(query.get('at')),
    isOpen: query.get('open') === 'yes',
    order: ORDERS.includes(query.get('sort')) ? query.get('sort') : 'distance',
    isGrid: query.get('view') === 'grid',
  };
  const results = createElement('div', { class: 'search-results' });
  const search = createSearch(results, (aborted) => run(state, results, aborted));
  const content = createElement('div', { class: 'search-panel narrow' },
    createElement('header', { class: 'screen-header' },
      outing ? createElement('p', { class: 'eyebrow' }, formatPurpose(outing, state.at)) : null,
      createElement('h1', {}, translate('dishSearch.title'))),
    createSearchLinks('/dishes'),
    createElement('form', { role: 'search', class: 'form tight', on: { submit: (event) => { event.preventDefault(); search.now(); } } },
      createQueryField(state, search, translate('dishSearch.label')),
      createAreaPicker(state, () => {
        state.price = state.currency = ''; // another country may have another currency
        search.now();
      }),
      createFilters(state, search),
      createElement('div', { class: 'result-view' }, createOrderField(state, search), createViewSwitch(state, results))),
    results);
  await search.now();
  return { title: translate('dishSearch.title'), content };
}

function createFilters(state, search) {
  const [open, when] = createOpenFilters(state, search);
  return createElement('div', { class: 'filters' },
    open,
    createPriceFilter(state, search),
    createChoiceField(state, { name: 'diet', label: translate('search.diet'), pairs: createDietPairs() }, search),
    when,
    createChoiceField(state, { name: 'radius', label: translate('search.distance'), pairs: createRadiusPairs() }, search));
}

/** Creates the filter for what is open at the time of the outing, or else now or at a time to choose, for which there is a field. */
function createOpenFilters(state, search) {
  if (state.outing?.startsAt) return [createOpenFilter(state, translate('open.open'), search)];
  const formatOpen = () => translate(state.at ? 'open.open' : 'search.openNow');
  const chip = createOpenFilter(state, formatOpen(), search);
  const setTime = (event) => {
    state.at = event.target.value;
    chip.querySelector('span').textContent = formatOpen();
    search.now();
  };
  const input = createElement('input', { class: 'input', type: 'datetime-local', name: 'at', on: { change: setTime } });
  input.value = state.at;
  return [chip, createElement('label', { class: 'when' }, translate('fact.when'), input)];
}

/** Creates the filter for the highest price. Its steps are between the prices of the first dishes that are found. */
function createPriceFilter(state, search) {
  const any = ['', translate('search.anyPrice')];
  const field = createChoiceField(state, { name: 'price', label: translate('search.price'), pairs: [any] }, search);
  let steps = [];
  state.onPrices = (items) => {
    if (state.price === '' || steps.length === 0) steps = listPriceSteps(items.map(({ priceMinor }) => priceMinor));
    if (state.price && !steps.includes(Number(state.price))) steps = [...steps, Number(state.price)].sort((one, other) => one - other);
    const pairs = steps.map((step) => [String(step), translate('dishSearch.upTo', { amount: formatAmount(step, state.currency) })]);
    redraw(field.querySelector('select'), createOptions([any, ...pairs], state.price));
  };
  return field;
}

function createOrderField(state, search) {
  const pairs = ORDERS.map((order) => [order, translate(`dishSearch.order.${order}`)]);
  return createChoiceField(state, { name: 'order', label: translate('search.order'), pairs }, search);
}

/** Creates the switch between a list and a grid, which needs no new search. */
function createViewSwitch(state, results) {
  const createChoice = (isGrid, text) => {
    const input = createElement('input', { type: 'radio', name: 'view', checked: state.isGrid === isGrid, on: { change: () => {
      state.isGrid = isGrid;
      results.querySelector('.results')?.classList.toggle('grid', isGrid);
      storeSearch(state);
      for (const link of results.querySelectorAll('.result')) link.search = location.search;
    } } });
    return createElement('label', {}, input, createElement('span', {}, text));
  };
  return createElement('div', { class: 'segment', role: 'radiogroup', 'aria-label': translate('dishSearch.view') },
    createChoice(false, translate('dishSearch.list')), createChoice(true, translate('dishSearch.grid')));
}

async function run(state, results, signal) {
  storeSearch(state);
  if (!state.area) {
    redraw(results, createElement('p', { class: 'secondary' }, translate('search.begin')));
    return;
  }
  const page = await get(createAddress(state), { signal });
  state.currency = page.currency ?? page.items[0]?.currency ?? state.currency;
  state.onPrices(page.items.filter(({ currency }) => currency === state.currency));
  showResults(results, page, state);
}

function createAddress(state, cursor = null) {
  const { q, area, diet, price, currency, radius, isOpen, order } = state;
  const values = {
    near: area.point, q, diet, radius, priceMax: price, currency: price ? currency : '', open: isOpen ? 'yes' : '', openAt: getInstant(state) ?? '',
    sort: order === 'distance' ? '' : order, cursor,
  };
  return `/v1/dishes?${new URLSearchParams(Object.entries(values).filter(([, value]) => value))}`;
}

function showResults(results, page, state) {
  const sources = createElement('div', {});
  const isNow = Math.abs(Date.parse(page.at) - Date.now()) < NOW_MS;
  const { list, status, more } = createResultList(page, {
    render: (dish, number) => renderDishResult(dish, number, state.outing, isNow),
    describe: (count, hasMore) => formatCount(count, hasMore, state),
    fetchNext: (cursor) => get(createAddress(state, cursor)),
    onItems: (all) => redraw(sources, renderAttributions(all), renderSources(all.map(({ restaurant }) => restaurant))),
  });
  list.classList.toggle('grid', state.isGrid);
  redraw(results, status, page.items.length === 0 ? renderNothing(state) : null, list, more, sources);
}

/** Names who made the menus, as they require. */
function renderAttributions(dishes) {
  const all = [...new Set(dishes.map(({ attribution }) => attribution).filter(Boolean))];
  return all.length > 0 ? createElement('p', { class: 'fine-print', dir: 'auto' }, translate('dishSearch.menusBy'), getSentenceSpace(), all.join(' · ')) : null;
}

/** Renders the way on without dishes: many restaurants have no menu here. */
function renderNothing({ q, area, outing }) {
  const query = new URLSearchParams({ ...(outing ? { for: outing.id } : {}), ...(q ? { q } : {}), near: area.point, around: area.label });
  return createElement('div', { class: 'form tight' },
    createElement('p', { class: 'secondary' }, translate('dishSearch.onlyMenus')),
    createElement('p', {}, createButtonLink(translate('dishSearch.toPlaces'), `/restaurants?${query}`, { icon: 'search', key: 'to-places' })));
}

function formatCount(count, hasMore, { q, area }) {
  if (count === 0) return q ? translate('dishSearch.noneFor', { q }) : translate('dishSearch.none');
  return translate(hasMore ? 'dishSearch.first' : 'dishSearch.count', { count, area: area.label });
}

function storeSearch({ outing, q, area, diet, price, currency, radius, at, isOpen, order, isGrid }) {
  updateAddress('/dishes', {
    for: outing?.id, q, near: area?.point, around: area?.label, diet, price, currency: price ? currency : '', radius, at, open: isOpen ? 'yes' : '',
    sort: order === 'distance' ? '' : order, view: isGrid ? 'grid' : '',
  });
}

/** Find a place: as you type, near a point, nearest first. */
import { get, Problem } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { areaBar, savedArea } from '../parts/area.js';
import { choices, field } from '../parts/form.js';
import { keepWords, latelySought } from '../lately.js';
import { hasMap } from '../parts/map.js';
import { cuisineName, DIETS } from '../parts/place.js';
import { foundMap } from '../parts/found-map.js';
import { liveSection } from '../parts/live.js';
import { resultRow } from '../parts/result.js';
import { sourceLine } from '../parts/sources.js';
import { moment } from '../time.js';
import { say } from '../words.js';

const PAUSE_MS = 250; // between the last key and the search: short enough to feel at once, long enough for a word

export default async function restaurantsScreen({ query, signal }) {
  const [outing, circle, cuisines, sources] = await Promise.all([
    query.has('for') ? get(`/v1/outings/${encodeURIComponent(query.get('for'))}`, { signal }) : null,
    query.has('circle') ? get(`/v1/circles/${encodeURIComponent(query.get('circle'))}`, { signal }) : null,
    get('/v1/cuisines', { signal }).then((page) => page.items ?? page, () => []),
    get('/v1/restaurants/sources', { signal }).then((page) => page.items, () => []),
  ]);
  const state = {
    q: query.get('q') ?? '',
    area: areaFrom(query) ?? savedArea(),
    cuisine: query.get('cuisine') ?? '',
    diet: query.get('diet') ?? '',
    circle,
    weeks: outing || circle ? query.get('weeks') ?? '' : '',
    order: outing && query.get('sort') === 'fair' ? 'fair' : 'distance',
    hasLive: sources.some(({ isLive }) => isLive),
  };
  const found = element('div', { class: 'found' });
  const search = searching(state, outing, found);
  const map = hasMap() ? foundMap(state, outing, found) : null;
  const finder = element('div', { class: map ? 'finder' : 'finder narrow' },
    element('header', { class: 'top' },
      outing ? element('p', { class: 'eyebrow' }, forLine(outing)) : null,
      circle ? element('p', { class: 'eyebrow', dir: 'auto' }, circle.name) : null,
      element('h1', {}, say('search.title'))),
    element('form', { role: 'search', class: 'form tight', on: { submit: (event) => { event.preventDefault(); search.now(); } } },
      queryField(state, search),
      areaBar(state, search.now),
      filters(state, cuisines, search),
      outing ? orders(state, search) : null,
      outing || circle ? rests(state, search) : null),
    map?.toggle,
    found);
  await search.now();
  return { title: say('search.title'), content: map ? element('div', { class: 'split' }, finder, map.node) : finder };
}

function forLine(outing) {
  const when = outing.startsAt ? moment(outing.startsAt, outing.timeZone) : say('outing.timeOpen');
  return say('search.for', { title: outing.title, when });
}

function queryField(state, search) {
  const input = element('input', {
    class: 'input', id: 'q', name: 'q', type: 'search', enterkeyhint: 'search', autocomplete: 'off',
    placeholder: say('search.example'),
    list: 'lately',
    on: {
      input: () => { state.q = input.value.trim(); search.soon(); },
      change: () => {
        keepWords(input.value.trim());
        redraw(lately, sought());
        state.onWords();
      },
    },
  });
  input.value = state.q;
  const lately = element('datalist', { id: 'lately' }, sought());
  const label = element('label', { class: 'visually-hidden', for: 'q' }, say('search.label'));
  return element('div', { class: 'search' }, label, icon('search'), input, lately);
}

const sought = () => latelySought().map((words) => element('option', { value: words }));

/** Each choice with how many places it would leave, as far as the answer says. */
function filters(state, cuisines, search) {
  const choose = (name) => (event) => {
    state[name] = event.target.value;
    search.now();
  };
  const cuisinePairs = [['', say('search.anyCuisine')], ...cuisines.map((one) => [one.id ?? one, cuisineName(one)])];
  const dietPairs = [['', say('search.anyDiet')], ...DIETS.map((diet) => [diet, say(`diet.${diet}`)])];
  const filter = (name, label, pairs) => {
    const options = choices(pairs, state[name]);
    return { name, pairs, options, node: field({ name, label, labelHidden: true, control: 'select', options, on: { change: choose(name) } }) };
  };
  const all = [filter('cuisine', say('search.cuisine'), cuisinePairs), filter('diet', say('search.diet'), dietPairs)];
  state.onFacets = (facets) => {
    for (const { name, pairs, options } of all) {
      const counts = new Map(facets?.[name]?.map(({ id, count }) => [id, count]));
      for (const [at, [id, what]] of pairs.entries()) {
        options[at].textContent = counts.has(id) ? say('search.counted', { what, count: counts.get(id) }) : what;
      }
    }
  };
  return element('div', { class: 'filters' }, all.map(({ node }) => node));
}

/** Near me, or fair to all who have said where they start. */
function orders(state, search) {
  const pairs = [['distance', say('search.nearest')], ['fair', say('search.fair')]];
  return field({
    name: 'order', label: say('search.order'), control: 'select', options: choices(pairs, state.order),
    on: { change: (event) => { state.order = event.target.value; search.now(); } },
  });
}

/** Leaves out where the circle, or most of the outing's people, were lately. */
function rests(state, search) {
  const pairs = [['', say('search.anyTime')], ...['2', '4', '8', '12'].map((weeks) => [weeks, say('search.notWithin', { count: Number(weeks) })])];
  return field({
    name: 'weeks', label: say('search.lately'), control: 'select', options: choices(pairs, state.weeks),
    on: { change: (event) => { state.weeks = event.target.value; search.now(); } },
  });
}

/** `now()` and `soon()`: the newest search wins, whatever order the answers come in. */
function searching(state, outing, found) {
  let timer = null;
  let running = null;
  const now = async () => {
    clearTimeout(timer);
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    remember(state, outing);
    if (!state.area && state.order !== 'fair') {
      state.onFound?.([]);
      return redraw(found, element('p', { class: 'second' }, say('search.begin')));
    }
    found.setAttribute('aria-busy', 'true');
    try {
      const page = await get(address(state, outing), { signal });
      state.onFacets(page.facets);
      show(found, page, state, outing);
      if (state.hasLive) showLive(found, address(state, outing), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      redraw(found, element('p', { class: 'fault', role: 'alert' }, error.errors[0]?.detail ?? error.message));
    } finally {
      if (!signal.aborted) found.removeAttribute('aria-busy');
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(now, PAUSE_MS);
  };
  return { now, soon };
}

function address(state, outing, cursor = null) {
  const parameters = new URLSearchParams();
  if (state.area) parameters.set('near', state.area.point);
  if (state.order === 'fair') parameters.set('sort', 'fair');
  if (state.q) parameters.set('q', state.q);
  if (state.cuisine) parameters.set('cuisine', state.cuisine);
  if (state.diet) parameters.set('diet', state.diet);
  if (outing) parameters.set('outing', outing.id);
  if (state.weeks) parameters.set('notWithinWeeks', state.weeks);
  if (state.weeks && state.circle) parameters.set('circle', state.circle.id);
  if (cursor) parameters.set('cursor', cursor);
  return `/v1/restaurants?${parameters}`;
}

function show(found, page, state, outing) {
  const list = element('ol', { class: 'results' });
  const status = element('p', { class: 'second', role: 'status' });
  const from = element('div', {});
  const more = element('button', { class: 'button', type: 'button', on: { click: () => next() } }, say('search.more'));
  let cursor = null;
  let all = [];
  const add = ({ items, next: following }) => {
    const before = list.children.length;
    cursor = following ?? null;
    all = all.concat(items);
    redraw(from, sourceLine(all));
    list.append(...items.map((restaurant, at) => resultRow(restaurant, before + at + 1, outing)));
    more.hidden = cursor === null;
    state.onFound?.(all);
    status.textContent = countLine(list.children.length, cursor !== null, state);
    if (before > 0) list.children[before]?.querySelector('a').focus();
  };
  const next = async () => {
    try {
      add(await get(address(state, outing, cursor)));
    } catch (problem) {
      status.textContent = problem.message;
    }
  };
  add(page);
  redraw(found, status, list, more, from);
}

/** Others' places come when they come, beneath ours; who does not answer is not missed. */
async function showLive(found, path, signal) {
  try {
    const { live } = await get(`${path}&live=true&limit=10`, { signal });
    found.append(...(live ?? []).map(liveSection).filter(Boolean));
  } catch (error) {
    if (!signal.aborted && !(error instanceof Problem)) throw error;
  }
}

function countLine(count, hasMore, state) {
  if (count === 0) return state.q ? say('search.noneFor', { q: state.q }) : say('search.none');
  if (state.order === 'fair') return say('search.fairCount', { count });
  return say(hasMore ? 'search.first' : 'search.count', { count, area: state.area.label });
}

/** The search stands in the address, so that the way back finds it again. */
function remember(state, outing) {
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
  if (state.order === 'fair') query.set('sort', 'fair');
  if (location.pathname === '/restaurants') history.replaceState(history.state, '', `/restaurants?${query}`);
}

function areaFrom(query) {
  const point = query.get('near');
  return point ? { point, label: query.get('around') ?? point } : null;
}

/**
 * The area to search: the current location, an address, street, district or town, a point that is pasted, or a named area. It is stored on
 * this device only.
 */
import { get, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { clearRecentSearches, getNamedAreas, getRecentSearches, removeNamedArea, saveNamedArea } from '../recent-searches.js';
import { createButton } from './controls.js';
import { createField, createForm, showFieldError } from './form.js';

const STORAGE_KEY = 'noonish.area';
const TYPING_PAUSE_MS = 250; // between the last keystroke and the request, as in the search itself
const COORDINATE_DECIMALS = 4; // about 10 m, which is enough to sort by distance; the server shortens them further in its logs

/** Returns the area `{ point: "60.1699,24.9384", label }` of the last search, or null. */
export function getSavedArea() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

/** Returns the area that the operator set for searches to begin with, or null. */
export function getDefaultArea() {
  const { area, areaName } = document.body.dataset;
  return area ? { point: area, label: areaName } : null;
}

export function clearSavedArea() {
  localStorage.removeItem(STORAGE_KEY);
}

/**
 * Creates the picker.
 *
 * @param {{ area: any }} state receives `moveTo(point, label)` and `locate()` for the map, and `onWords()` for the query field
 * @param {() => void} search
 */
export function createAreaPicker(state, search) {
  const line = createElement('p', { class: 'secondary' });
  const locate = createButton(translate('area.nearMe'), () => useCurrentLocation(), { icon: 'locate' });
  const typed = createField({ name: 'near', label: translate('area.point'), hint: translate('area.hint'), inputmode: 'text', autocomplete: 'off',
    on: { input: (event) => suggestSoon(event.target.value), keydown: useFirstOnEnter, change: (event) => useTypedPoint(event.target.value) } });
  const suggestions = createElement('ul', { class: 'saved-areas', 'aria-label': translate('area.found'), 'aria-live': 'polite' });
  const credits = createElement('p', { class: 'fine-print', dir: 'auto' });
  const saved = createElement('div', { class: 'form tight' });
  const other = createElement('details', { class: 'more-fields' },
    createElement('summary', { class: 'button plain' }, translate('area.other')), createElement('div', { class: 'form tight' }, typed, suggestions, credits, saved));
  other.open = !state.area;
  let timer = null;
  let requested = '';
  const bar = createElement('div', { class: 'area' }, locate, line, other);

  function draw() {
    line.textContent = state.area ? translate('area.is', { area: state.area.label }) : translate('area.none');
    bar.classList.toggle('chosen', Boolean(state.area));
    redraw(saved, renderNamedAreas(setArea, draw), createAreaNameForm(state, draw), renderClearButton(draw));
  }
  function setArea(point, label) {
    state.area = { point, label };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(state.area));
    draw();
    search();
  }
  function useCurrentLocation() {
    if (!navigator.geolocation) return showLocationRefused();
    line.textContent = translate('area.locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setArea(formatPoint(coords.latitude, coords.longitude), translate('area.me')),
      showLocationRefused, { timeout: 10_000, maximumAge: 60_000 });
  }
  function showLocationRefused() {
    line.textContent = translate('area.refused');
    other.open = true;
  }
  function useTypedPoint(text) {
    const point = parsePoint(text);
    if (point) setArea(point, translate('area.chosen'));
  }
  function suggestSoon(text) {
    clearTimeout(timer);
    timer = setTimeout(() => suggest(text.trim()), TYPING_PAUSE_MS);
  }
  /** Offers the places with this name. The answer to an earlier text is dropped. */
  async function suggest(text) {
    requested = text;
    clearFieldError();
    if (text === '' || parsePoint(text)) return showNothing();
    const found = await findAreas(text, state.area);
    if (text !== requested) return;
    showCredits(found);
    redraw(suggestions, ...found.map(({ point, label }) => createElement('li', {}, createButton(createElement('bdi', {}, label), () => choose(point, label), { icon: 'places' }))));
    if (found.length === 0) showFieldError(bar, 'near', translate('area.unread'));
  }
  /** Names the sources of the suggestions, as they require. */
  function showCredits(found) {
    credits.textContent = [...new Set(found.map(({ attribution }) => attribution).filter(Boolean))].join(' · ');
  }
  function showNothing() {
    showCredits([]);
    redraw(suggestions);
  }
  function clearFieldError() {
    typed.querySelector('.error')?.remove();
    typed.querySelector('input').removeAttribute('aria-invalid');
  }
  async function useFirstOnEnter(event) {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // the form around it would search the area before
    clearTimeout(timer);
    const text = event.target.value.trim();
    if (parsePoint(text)) return useTypedPoint(text);
    await suggest(text);
    suggestions.querySelector('button')?.click();
  }
  function choose(point, label) {
    other.open = false;
    typed.querySelector('input').value = '';
    showNothing();
    setArea(point, label);
    other.querySelector('summary').focus();
  }
  draw();
  state.moveTo = ({ latitude, longitude }, label) => setArea(formatPoint(latitude, longitude), label);
  state.locate = useCurrentLocation;
  state.onWords = draw;
  return bar;
}

/** Returns the towns, districts, streets and addresses with this name as `{ point, label }`; none if the server cannot answer. */
async function findAreas(text, area) {
  const parameters = new URLSearchParams({ query: text.slice(0, 60) });
  if (area) parameters.set('near', area.point);
  try {
    const { items } = await get(`/v1/places?${parameters}`);
    return items.map(({ name, detail, location, attribution }) => ({
      point: formatPoint(location.latitude, location.longitude), label: detail ? `${name}, ${detail}` : name, attribution,
    }));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return [];
  }
}

/** Renders the named areas, each with a button to remove it. */
function renderNamedAreas(set, draw) {
  const areas = getNamedAreas();
  if (areas.length === 0) return null;
  return createElement('ul', { class: 'saved-areas', 'aria-label': translate('area.named') }, areas.map(({ point, label }) => createElement('li', {},
    createButton(createElement('bdi', {}, label), () => set(point, label), { icon: 'places', key: `area-${label}` }),
    createButton('', () => {
      removeNamedArea(label);
      draw();
    }, { variant: 'round plain', icon: 'cross', label: translate('area.forget', { area: label }) }))));
}

/** Creates the form that names the current area. */
function createAreaNameForm(state, draw) {
  if (!state.area || getNamedAreas().some(({ point }) => point === state.area.point)) return null;
  const send = async ({ label }) => {
    state.area = { point: state.area.point, label };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(state.area));
    saveNamedArea(state.area);
    draw();
  };
  return createForm({ class: 'inline-form', label: translate('area.keep'), send },
    createField({ name: 'label', label: translate('area.name'), hint: translate('area.keptHere'), required: true, maxlength: 40, autocomplete: 'off' }),
    createElement('button', { class: 'button', type: 'submit' }, translate('area.keep')));
}

function renderClearButton(draw) {
  if (getRecentSearches().length === 0) return null;
  return createElement('p', {}, createButton(translate('search.forget'), () => {
    clearRecentSearches();
    draw();
    document.getElementById('recent-searches')?.replaceChildren();
  }, { variant: 'plain', key: 'forget-words' }));
}

/** Returns the first `latitude,longitude` of a text that was typed, or of a pasted map link; null if there is none. */
export function parsePoint(text) {
  const match = /(-?\d{1,2}\.\d+)\s*[,/; ]\s*(-?\d{1,3}\.\d+)/.exec(text);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? formatPoint(latitude, longitude) : null;
}

function formatPoint(latitude, longitude) {
  return `${latitude.toFixed(COORDINATE_DECIMALS)},${longitude.toFixed(COORDINATE_DECIMALS)}`;
}

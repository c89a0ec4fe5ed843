/** Where to look: near me, a point that is typed or pasted, or an area that was given a name. Kept on this device only. */
import { button } from './controls.js';
import { element, redraw } from '../element.js';
import { field, form, showFault } from './form.js';
import { forgetArea, forgetWords, keepArea, latelySought, namedAreas } from '../lately.js';
import { say } from '../words.js';

const KEPT = 'noonish.area';
const DECIMALS = 4; // about 10 m: enough to sort places by distance, and the server cuts it in its logs

/** `{ point: "60.1699,24.9384", label }` of the last search, or null. */
export function savedArea() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

export function forgetSavedArea() {
  localStorage.removeItem(KEPT);
}

/**
 * @param {{ area: any }} state gets `moveTo(point, label)` and `locate()`, for other ways to choose one
 * @param {() => void} search
 */
export function areaBar(state, search) {
  const line = element('p', { class: 'second' });
  const locate = button(say('area.nearMe'), () => nearMe(), { sign: 'locate' });
  const typed = field({ name: 'near', label: say('area.point'), hint: say('area.hint'), inputmode: 'text', autocomplete: 'off',
    on: { change: (event) => choose(event.target.value) } });
  const kept = element('div', { class: 'form tight' });
  const other = element('details', { class: 'more-fields' },
    element('summary', { class: 'button plain' }, say('area.other')), element('div', { class: 'form tight' }, typed, kept));
  const bar = element('div', { class: 'area' }, locate, line, other);

  function draw() {
    line.textContent = state.area ? say('area.is', { area: state.area.label }) : say('area.none');
    redraw(kept, named(state, set, draw), nameIt(state, draw), forgetting(draw));
  }
  function set(point, label) {
    state.area = { point, label };
    localStorage.setItem(KEPT, JSON.stringify(state.area));
    draw();
    search();
  }
  function nearMe() {
    if (!navigator.geolocation) return refuse();
    line.textContent = say('area.locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => set(pointText(coords.latitude, coords.longitude), say('area.me')),
      refuse, { timeout: 10_000, maximumAge: 60_000 });
  }
  function refuse() {
    line.textContent = say('area.refused');
    other.open = true;
  }
  function choose(text) {
    if (text.trim() === '') return;
    const point = pointIn(text);
    if (point) set(point, point.replace(',', ', '));
    else showFault(bar, 'near', say('area.unread'));
  }
  draw();
  state.moveTo = ({ latitude, longitude }, label) => set(pointText(latitude, longitude), label);
  state.locate = nearMe;
  state.onWords = draw;
  return bar;
}

/** Areas with a name of their own: each a press away, and as easily forgotten. */
function named(state, set, draw) {
  const areas = namedAreas();
  if (areas.length === 0) return null;
  return element('ul', { class: 'kept-areas', 'aria-label': say('area.named') }, areas.map(({ point, label }) => element('li', {},
    button(label, () => set(point, label), { sign: 'places', key: `area-${label}` }),
    button('', () => {
      forgetArea(label);
      draw();
    }, { look: 'round plain', sign: 'cross', label: say('area.forget', { area: label }) }))));
}

/** A name for where one looks now. */
function nameIt(state, draw) {
  if (!state.area || namedAreas().some(({ point }) => point === state.area.point)) return null;
  const send = async ({ label }) => {
    state.area = { point: state.area.point, label };
    localStorage.setItem(KEPT, JSON.stringify(state.area));
    keepArea(state.area);
    draw();
  };
  return form({ class: 'inline-form', label: say('area.keep'), send },
    field({ name: 'label', label: say('area.name'), hint: say('area.keptHere'), required: true, maxlength: 40, autocomplete: 'off' }),
    element('button', { class: 'button', type: 'submit' }, say('area.keep')));
}

function forgetting(draw) {
  if (latelySought().length === 0) return null;
  return element('p', {}, button(say('search.forget'), () => {
    forgetWords();
    draw();
    document.getElementById('lately')?.replaceChildren();
  }, { look: 'plain', key: 'forget-words' }));
}

/** The first `latitude, longitude` in a text: as typed, or from a pasted link of a map. */
export function pointIn(text) {
  const found = /(-?\d{1,2}\.\d+)\s*[,/; ]\s*(-?\d{1,3}\.\d+)/.exec(text);
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? pointText(latitude, longitude) : null;
}

function pointText(latitude, longitude) {
  return `${latitude.toFixed(DECIMALS)},${longitude.toFixed(DECIMALS)}`;
}

/** Where to look: near me, or a point that is typed or pasted. It is kept on this device only. */
import { button } from './controls.js';
import { element } from '../element.js';
import { field, showFault } from './form.js';
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

/** @param {{ area: any }} state gets `moveTo(point, label)`, for other ways to choose one @param {() => void} search */
export function areaBar(state, search) {
  const line = element('p', { class: 'second' });
  const locate = button(say('area.nearMe'), () => nearMe(), { sign: 'locate' });
  const typed = field({ name: 'near', label: say('area.point'), hint: say('area.hint'), inputmode: 'text', autocomplete: 'off',
    on: { change: (event) => choose(event.target.value) } });
  const other = element('details', { class: 'more-fields' },
    element('summary', { class: 'button plain' }, say('area.other')), typed);
  const bar = element('div', { class: 'area' }, locate, line, other);

  function draw() {
    line.textContent = state.area ? say('area.is', { area: state.area.label }) : say('area.none');
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
  return bar;
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

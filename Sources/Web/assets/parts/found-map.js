/** The map beside the list of a search: what is pointed at in one is marked in the other. On a phone it takes the list's place. */
import { element } from '../element.js';
import { here } from '../time.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { placeMap } from './map.js';
import { farText, openLine } from './place.js';

const wide = matchMedia('(min-width: 69rem)'); // as in the style sheet: the map has room beside the list

/**
 * @param {any} state of the search; its `onFound` is set, which takes what is in the list
 * @param {any} outing the search is for, or null
 * @param {Node} list where the results are
 * @returns {{ node: Node, toggle: Node }}
 */
export function foundMap(state, outing, list) {
  let places = [];
  let opened = null;
  let isDrawn = false;
  const map = placeMap({
    label: say('map.found'), look: 'found-map',
    onChoose: (id) => choose(id),
    onMove: (centre) => state.moveTo(centre, say('map.thisPart')),
    onLocate: () => state.locate(),
  });
  const toggle = button(say('map.show'), () => turn(), { sign: 'map', look: 'map-switch', key: 'map' });

  const isShown = () => wide.matches || map.node.parentElement?.classList.contains('shows-map');
  const rows = () => list.querySelectorAll('.result');

  async function draw() {
    isDrawn = true;
    opened = null;
    const [latitude, longitude] = (state.area?.point ?? '').split(',').map(Number);
    const centre = state.area && state.order !== 'fair' ? { latitude, longitude } : null;
    const isThere = await map.show(places, { centre, call: (place) => call(place, outing) });
    if (!isThere) toggle.remove(); // the list says the same
  }

  function turn() {
    const isMap = map.node.parentElement.classList.toggle('shows-map');
    toggle.lastChild.textContent = say(isMap ? 'map.showList' : 'map.show');
    if (isMap && !isDrawn) draw();
  }

  function choose(id) {
    opened = id;
    map.mark(id);
    for (const row of rows()) {
      row.classList.toggle('chosen', row.dataset.key === id);
      if (row.dataset.key === id && wide.matches) row.scrollIntoView({ block: 'nearest' });
    }
  }

  const point = (event) => map.mark(event.target.closest('.result')?.dataset.key ?? opened);
  for (const kind of ['mouseover', 'focusin']) list.addEventListener(kind, point);
  for (const kind of ['mouseleave', 'focusout']) list.addEventListener(kind, () => map.mark(opened));
  wide.addEventListener('change', () => map.node.isConnected && isShown() && !isDrawn && draw());

  state.onFound = (found) => {
    places = found;
    isDrawn = false;
    // The first results come before the map is on the page.
    queueMicrotask(() => (isShown() ? draw() : null));
  };
  return { node: map.node, toggle };
}

function call(place, outing) {
  return [
    element('a', { href: `/restaurants/${place.id}${outing ? `?for=${outing.id}` : ''}` }, place.name),
    element('span', { class: 'second' }, farText(place.distance)),
    openLine(place.openAt, outing?.timeZone ?? here),
  ];
}

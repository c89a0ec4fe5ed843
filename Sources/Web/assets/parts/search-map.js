/**
 * The map beside the results of a search. Hovering or focusing a result highlights its pin. On phones, the map is shown on demand, and the
 * results are a sheet that scrolls over it.
 */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { localTimeZone } from '../time.js';
import { createButton } from './controls.js';
import { createMap } from './map.js';
import { formatDistance, renderOpenState } from './restaurant-facts.js';
import { createResultPath } from './search-form.js';

const wideScreen = matchMedia('(min-width: 69rem)'); // the breakpoint of the style sheet

/**
 * Creates the map and the button that shows it on phones.
 *
 * @param {any} state the state of the search; its `onFound` is set to receive the results
 * @param {any} outing the outing to find a place for, or null
 * @param {Node} list the results
 * @returns {{ node: Node, toggle: Node, arrange: () => void }} `arrange` puts the map at its place in the layout, which has the list
 */
export function createSearchMap(state, outing, list) {
  let places = [];
  let openedId = null;
  let isDrawn = false;
  const map = createMap({
    label: translate('map.found'), variant: 'search-map',
    onChoose: (id) => choosePlace(id),
    onMove: (centre) => state.moveTo(centre, translate('map.thisPart')),
    onLocate: () => state.locate(),
  });
  const toggle = createButton(translate('map.show'), () => toggleMap(), { icon: 'map', variant: 'map-toggle', key: 'map' });

  const isShown = () => wideScreen.matches || list.parentElement?.classList.contains('shows-map');
  const getRows = () => list.querySelectorAll('.result');

  async function draw() {
    isDrawn = true;
    openedId = null;
    const [latitude, longitude] = (state.area?.point ?? '').split(',').map(Number);
    const centre = state.area && !state.isFair ? { latitude, longitude } : null;
    const isThere = await map.show(places, { centre, call: (place) => createPopup(place, outing) });
    if (!isThere) toggle.remove(); // the list shows the same places
  }

  function toggleMap() {
    const isMap = list.parentElement.classList.toggle('shows-map');
    toggle.lastChild.textContent = translate(isMap ? 'map.showList' : 'map.show');
    if (isMap && !isDrawn) draw();
    if (isMap) toggle.scrollIntoView();
  }

  /** Beside the panel in wide windows; else above the results, also in the order of the focus. */
  function arrange() {
    if (wideScreen.matches) list.parentElement.after(map.node);
    else list.before(map.node);
  }

  function choosePlace(id) {
    openedId = id;
    map.mark(id);
    for (const row of getRows()) {
      row.classList.toggle('chosen', row.dataset.key === id);
      if (row.dataset.key === id && wideScreen.matches) row.scrollIntoView({ block: 'nearest' });
    }
  }

  const markHovered = (event) => map.mark(event.target.closest('.result')?.dataset.key ?? openedId);
  for (const kind of ['mouseover', 'focusin']) list.addEventListener(kind, markHovered);
  for (const kind of ['mouseleave', 'focusout']) list.addEventListener(kind, () => map.mark(openedId));
  wideScreen.addEventListener('change', () => {
    if (!map.node.isConnected) return;
    arrange();
    if (isShown() && !isDrawn) draw();
  });

  state.onFound = (found) => {
    places = found;
    isDrawn = false;
    // The first results arrive before the map is attached.
    queueMicrotask(() => (isShown() ? draw() : null));
  };
  return { node: map.node, toggle, arrange };
}

/** Creates what a pop-up has about a place. */
function createPopup(place, outing) {
  return [
    createElement('a', { href: createResultPath(`/restaurants/${place.id}`) }, createElement('bdi', {}, place.name)),
    createElement('span', { class: 'secondary' }, formatDistance(place.distance)),
    renderOpenState(place.openAt, outing?.timeZone ?? localTimeZone),
  ];
}

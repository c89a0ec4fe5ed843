/**
 * Maps with numbered pins and pop-ups: on the map that the operator imported, on map images that our server proxies, or on a plain grid.
 *
 * Leaflet, and what draws the imported map, is loaded when the first map is drawn. A server without Leaflet shows no maps.
 */
import { createElement, createSVGElement } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { createButton } from './controls.js';
import { formatDistance } from './restaurant-facts.js';
import { loadStyleSheet } from './style-sheet.js';

const LIBRARY = '/assets/leaflet/leaflet.esm.min.js';
const VECTOR_LAYER = '/assets/map/vector-layer.js';
const PIN = { width: 32, height: 40 };
const TOOLS_PX = 68; // the width that the buttons take at one edge
const MAX_FIT_ZOOM = 16; // at this zoom level, the surrounding streets are visible
const MAX_ZOOM = 19; // the server's limit
const SCALE_MAX_PX = 80;

const { map: mapKind = 'none', mapCredit: attribution = '' } = document.body.dataset;
let libraryPromise = null;

export const hasMap = () => mapKind !== 'none';
/** Whether maps show streets, so that the map of a single place is of use. */
export const hasStreets = () => ['tiles', 'vector'].includes(mapKind);

/**
 * Creates a map, which its `show` fills.
 *
 * @param {{ label: string, variant?: string, isStill?: boolean, onChoose?: (id: string) => void, onMove?: (centre) => void,
 *   onLocate?: () => void }} how `isStill` disables dragging and zooming by wheel; `onChoose` receives the id of an opened pin; `onMove`
 *   searches at the centre of a map that was dragged; `onLocate` searches at the person's location
 */
export function createMap({ label, variant = '', isStill = false, onChoose, onMove, onLocate }) {
  const canvas = createElement('div', { class: 'map-canvas', dir: 'ltr', role: 'application', 'aria-label': label });
  const scale = createElement('span', { class: 'map-scale', 'aria-hidden': 'true' });
  const searchHere = createElement('div', { class: 'map-search-here' });
  const node = createElement('div', { class: `map ${variant}`.trim() }, canvas, searchHere,
    createElement('div', { class: 'map-footer' }, scale, createElement('span', { translate: 'no', dir: 'auto' }, attribution)));
  const pins = new Map();
  let drawPromise = null;

  async function draw() {
    const library = await (libraryPromise ??= loadLibrary());
    if (!library) return null;
    const isQuiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const map = library.map(canvas, {
      zoomControl: false, attributionControl: false, trackResize: false, scrollWheelZoom: !isStill, dragging: !isStill,
      zoomAnimation: !isQuiet, fadeAnimation: !isQuiet, markerZoomAnimation: !isQuiet, maxZoom: MAX_ZOOM,
    });
    createBaseLayer(library).addTo(map);
    new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(canvas);
    map.on('zoomend moveend', () => showScale(map, scale));
    canvas.addEventListener('keydown', ({ key }) => key === 'Escape' && map.closePopup());
    map.setView([0, 0], 1); // Leaflet draws nothing before the first view is set.
    node.append(createTools(map, onLocate));
    if (onMove) offerSearchHere(map, searchHere, onMove);
    return { library, map, group: library.layerGroup().addTo(map) };
  }

  /**
   * Shows places.
   *
   * @param {any[]} places in the order of the list
   * @param {{ centre?: { latitude, longitude }, call?: (place) => Node[] }} [how] the centre of the search, and what pop-ups have about a
   *   place; the pop-up of a pin has all places whose pins touch it, so that no pin hides a place
   * @returns {Promise<boolean>} false if Leaflet could not be loaded; the map is then removed from the page
   */
  async function show(places, { centre, call } = {}) {
    const parts = await (drawPromise ??= draw());
    if (!parts) {
      node.remove();
      return false;
    }
    const { library, map, group } = parts;
    group.clearLayers();
    pins.clear();
    searchHere.replaceChildren();
    if (centre) group.addLayer(library.marker(toLatLng(centre), { icon: createCenterIcon(library), interactive: false, keyboard: false }));
    places.forEach((place, at) => {
      const pin = library.marker(toLatLng(place.location), { icon: createPinIcon(library, place, places.length > 1 ? at + 1 : null) });
      group.addLayer(pin);
      labelPin(pin, place);
      if (call) addPopup(pin, () => findTouching(map, place, places).map(call), () => onChoose?.(place.id));
      pins.set(place.id, pin);
    });
    const corners = [...places.map((place) => toLatLng(place.location)), ...(centre ? [toLatLng(centre)] : [])];
    if (corners.length > 0) {
      map.fitBounds(library.latLngBounds(corners), { padding: [40, 48], maxZoom: MAX_FIT_ZOOM, animate: false });
    }
    showScale(map, scale);
    return true;
  }

  /** Highlights one pin, or none. */
  function mark(id) {
    for (const [each, pin] of pins) pin.getElement()?.classList.toggle('chosen', each === id);
  }

  return { node, show, mark };
}

/** Loads Leaflet, and `createVectorLayer` for an imported map; resolves to null if that fails, for example without a network. */
function loadLibrary() {
  const sheets = ['/assets/leaflet/leaflet.css', '/assets/map.css'].map(loadStyleSheet);
  const modules = [import(LIBRARY), mapKind === 'vector' ? import(VECTOR_LAYER) : {}];
  return Promise.all([...modules, ...sheets]).then(([library, vector]) => ({ ...library, ...vector }), () => null);
}

/** Creates the layer below the pins; without a map, a plain grid that shows movement. */
function createBaseLayer(library) {
  if (mapKind === 'vector') return library.createVectorLayer(library);
  if (mapKind === 'tiles') return library.tileLayer('/tiles/{z}/{x}/{y}', { maxZoom: MAX_ZOOM });
  const Squares = library.GridLayer.extend({ createTile: () => createElement('div', { class: 'map-tile' }) });
  return new Squares({ maxZoom: MAX_ZOOM });
}

const toLatLng = ({ latitude, longitude }) => [latitude, longitude];

/** Creates a pin's icon. A single place has no number and is always highlighted. */
function createPinIcon(library, { openAt }, number) {
  const states = [openAt?.state === 'unknown' ? 'uncertain' : null, number === null ? 'chosen' : null];
  return library.divIcon({
    html: createElement('div', { class: 'pin-body' },
      createSVGElement('svg', { viewBox: '-17 -39 34 46', 'aria-hidden': 'true' },
        createSVGElement('path', { d: 'M0 6C-6-2-16-10-16-22a16 16 0 1 1 32 0C16-10 6-2 0 6z' })),
      createElement('span', { 'aria-hidden': 'true' }, number === null ? '' : formatNumber(number))),
    className: ['pin', ...states.filter(Boolean)].join(' '),
    iconSize: [PIN.width, PIN.height], iconAnchor: [PIN.width / 2, PIN.height], popupAnchor: [0, -PIN.height],
  });
}

function createCenterIcon(library) {
  return library.divIcon({ html: createElement('span', {}), className: 'map-center', iconSize: [18, 18], iconAnchor: [9, 9] });
}

/** Makes a pin a button with the place's name for screen readers. */
function labelPin(pin, { name }) {
  const node = pin.getElement();
  node.setAttribute('role', 'button');
  node.setAttribute('aria-label', name);
}

/** Returns a place, and then the others whose pins touch its pin at this zoom level. */
function findTouching(map, place, places) {
  const toPoint = ({ location }) => map.latLngToLayerPoint(toLatLng(location));
  const { x, y } = toPoint(place);
  const touching = places.filter((other) => {
    const point = toPoint(other);
    return other !== place && Math.abs(point.x - x) < PIN.width && Math.abs(point.y - y) < PIN.height;
  });
  return [place, ...touching];
}

/**
 * Adds a pop-up. If it is opened by keyboard, it receives the focus and returns it when it closes.
 *
 * @param {() => Node[][]} getContent returns the nodes of each place of the pop-up
 */
function addPopup(pin, getContent, onOpen) {
  const { dir } = document.documentElement;
  const create = () => createElement('ul', { class: 'map-popup', dir }, getContent().map((nodes) => createElement('li', {}, nodes)));
  const [left, right] = dir === 'rtl' ? [TOOLS_PX, 8] : [8, TOOLS_PX];
  pin.bindPopup(create, { closeButton: false, maxWidth: 230, maxHeight: 220, autoPanPaddingTopLeft: [left, 8], autoPanPaddingBottomRight: [right, 8] });
  pin.on('popupopen', ({ popup }) => {
    onOpen();
    if (document.activeElement === pin.getElement()) popup.getElement().querySelector('a')?.focus();
  });
  pin.on('popupclose', ({ popup }) => {
    if (popup.getElement()?.contains(document.activeElement)) pin.getElement()?.focus();
  });
}

function createTools(map, locate) {
  return createElement('div', { class: 'map-tools' },
    createButton('', () => map.zoomIn(), { variant: 'round', icon: 'plus', label: translate('map.closer') }),
    createButton('', () => map.zoomOut(), { variant: 'round', icon: 'minus', label: translate('map.farther') }),
    locate ? createButton('', locate, { variant: 'round', icon: 'locate', label: translate('map.locate') }) : null);
}

/** Offers to search at the centre after the person has dragged the map. */
function offerSearchHere(map, container, search) {
  map.on('dragend', () => container.replaceChildren(createButton(translate('map.here'), () => {
    container.replaceChildren();
    const { lat, lng } = map.getCenter().wrap();
    search({ latitude: lat, longitude: lng });
  }, { icon: 'search' })));
}

/** Draws a scale bar of a round length. */
function showScale(map, scale) {
  const { y } = map.getSize();
  const metres = map.distance(map.containerPointToLatLng([0, y / 2]), map.containerPointToLatLng([SCALE_MAX_PX, y / 2]));
  const power = 10 ** Math.floor(Math.log10(metres));
  const round = [5, 2, 1].find((step) => step * power <= metres) * power;
  const length = Math.round((SCALE_MAX_PX * round) / metres);
  scale.replaceChildren(formatDistance(round),
    createSVGElement('svg', { width: length, height: 3, viewBox: `0 0 ${length} 3` }, createSVGElement('rect', { width: length, height: 3, rx: 1.5 })));
}

/**
 * The map: places as numbered pins with call-outs, on pictures that our own server hands on, or on squares alone.
 *
 * The library comes when the first map is drawn and never before. Where this server has none, there is no map.
 */
import { createElement, createSVGElement } from '../dom.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { formatDistance } from './restaurant-facts.js';

const LIBRARY = '/assets/leaflet/leaflet.esm.min.js';
const PIN = { width: 32, height: 40 };
const MAX_FIT_ZOOM = 16; // a zoom level at which one sees the streets around
const MAX_ZOOM = 19; // the server's limit
const SCALE_MAX_PX = 80;

const { map: mapKind = 'none', mapCredit: attribution = '' } = document.body.dataset;
let libraryPromise = null;

export const hasMap = () => mapKind !== 'none';
export const hasTiles = () => mapKind === 'tiles';

/**
 * A map to be filled by `show`.
 *
 * @param {{ label: string, look?: string, isStill?: boolean, onChoose?: (id: string) => void, onMove?: (centre) => void,
 *   onLocate?: () => void }} how `isStill` scrolls with the page; `onChoose` is told of the pin that was opened; `onMove` is
 *   offered as "Search here", `onLocate` as "Look where I am"
 */
export function createMap({ label, variant = '', isStill = false, onChoose, onMove, onLocate }) {
  const ground = createElement('div', { class: 'map-canvas', dir: 'ltr', role: 'application', 'aria-label': label });
  const scale = createElement('span', { class: 'map-scale', 'aria-hidden': 'true' });
  const here = createElement('div', { class: 'map-search-here' });
  const node = createElement('div', { class: `map ${variant}`.trim() }, ground, here,
    createElement('div', { class: 'map-footer' }, scale, createElement('span', { translate: 'no' }, attribution)));
  const pins = new Map();
  let drawn = null;

  async function draw() {
    const library = await (libraryPromise ??= loadLibrary());
    if (!library) return null;
    const isQuiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const map = library.map(ground, {
      zoomControl: false, attributionControl: false, trackResize: false, scrollWheelZoom: !isStill, dragging: !isStill,
      zoomAnimation: !isQuiet, fadeAnimation: !isQuiet, markerZoomAnimation: !isQuiet, maxZoom: MAX_ZOOM,
    });
    createTileLayer(library).addTo(map);
    new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(ground);
    map.on('zoomend moveend', () => showScale(map, scale));
    ground.addEventListener('keydown', ({ key }) => key === 'Escape' && map.closePopup());
    map.setView([0, 0], 1); // nothing is drawn before the first view
    node.append(createTools(map, onLocate));
    if (onMove) offerSearchHere(map, here, onMove);
    return { library, map, group: library.layerGroup().addTo(map) };
  }

  /**
   * @param {any[]} places what is found, in the order of the list
   * @param {{ centre?: { latitude, longitude }, call?: (place) => Node[] }} [how] the middle of the search, and what a call-out says
   * @returns {Promise<boolean>} false where the library did not come: the map is gone from the page
   */
  async function show(places, { centre, call } = {}) {
    const parts = await (drawn ??= draw());
    if (!parts) {
      node.remove();
      return false;
    }
    const { library, map, group } = parts;
    group.clearLayers();
    pins.clear();
    here.replaceChildren();
    if (centre) group.addLayer(library.marker(toLatLng(centre), { icon: createCenterIcon(library), interactive: false, keyboard: false }));
    places.forEach((place, at) => {
      const pin = library.marker(toLatLng(place.location), { icon: createPinIcon(library, place, places.length > 1 ? at + 1 : null) });
      group.addLayer(pin);
      labelPin(pin, place);
      if (call) addPopup(pin, call(place), () => onChoose?.(place.id));
      pins.set(place.id, pin);
    });
    const corners = [...places.map((place) => toLatLng(place.location)), ...(centre ? [toLatLng(centre)] : [])];
    if (corners.length > 0) {
      map.fitBounds(library.latLngBounds(corners), { padding: [40, 48], maxZoom: MAX_FIT_ZOOM, animate: false });
    }
    showScale(map, scale);
    return true;
  }

  /** Marks one pin, or none. */
  function mark(id) {
    for (const [each, pin] of pins) pin.getElement()?.classList.toggle('chosen', each === id);
  }

  return { node, show, mark };
}

/** Null where it does not come, as without a network. */
function loadLibrary() {
  const sheets = ['/assets/leaflet/leaflet.css', '/assets/map.css'].map(loadStyleSheet);
  return Promise.all([import(LIBRARY), ...sheets]).then(([library]) => library, () => null);
}

function loadStyleSheet(href) {
  const sheet = createElement('link', { rel: 'stylesheet', href });
  const isThere = new Promise((done, failed) => {
    sheet.addEventListener('load', done);
    sheet.addEventListener('error', failed);
  });
  document.head.append(sheet);
  return isThere;
}

/** Pictures, or squares that move along, so that one sees that it moves. */
function createTileLayer(library) {
  if (mapKind === 'tiles') return library.tileLayer('/tiles/{z}/{x}/{y}', { maxZoom: MAX_ZOOM });
  const Squares = library.GridLayer.extend({ createTile: () => createElement('div', { class: 'map-tile' }) });
  return new Squares({ maxZoom: MAX_ZOOM });
}

const toLatLng = ({ latitude, longitude }) => [latitude, longitude];

/** A lone place needs no number; its pin is the chosen one. */
function createPinIcon(library, { openAt }, number) {
  const states = [openAt?.state === 'unknown' ? 'uncertain' : null, number === null ? 'chosen' : null];
  return library.divIcon({
    html: createElement('div', { class: 'pin-body' },
      createSVGElement('svg', { viewBox: '-17 -39 34 46', 'aria-hidden': 'true' },
        createSVGElement('path', { d: 'M0 6C-6-2-16-10-16-22a16 16 0 1 1 32 0C16-10 6-2 0 6z' })),
      createElement('span', { 'aria-hidden': 'true' }, number === null ? '' : String(number))),
    className: ['pin', ...states.filter(Boolean)].join(' '),
    iconSize: [PIN.width, PIN.height], iconAnchor: [PIN.width / 2, PIN.height], popupAnchor: [0, -PIN.height],
  });
}

function createCenterIcon(library) {
  return library.divIcon({ html: createElement('span', {}), className: 'map-center', iconSize: [18, 18], iconAnchor: [9, 9] });
}

/** Pins are reached by the keyboard, and say whose they are. */
function labelPin(pin, { name }) {
  const node = pin.getElement();
  node.setAttribute('role', 'button');
  node.setAttribute('aria-label', name);
}

/** Opened by the keyboard, the call-out has the focus, and gives it back. */
function addPopup(pin, content, chosen) {
  pin.bindPopup(createElement('div', { class: 'map-popup', dir: document.documentElement.dir }, content), { closeButton: false, maxWidth: 260 });
  pin.on('popupopen', ({ popup }) => {
    chosen();
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

/** Once the person moved it. */
function offerSearchHere(map, here, search) {
  map.on('dragend', () => here.replaceChildren(createButton(translate('map.here'), () => {
    here.replaceChildren();
    const { lat, lng } = map.getCenter().wrap();
    search({ latitude: lat, longitude: lng });
  }, { icon: 'search' })));
}

/** How far something is: a bar of a round length. */
function showScale(map, scale) {
  const { y } = map.getSize();
  const metres = map.distance(map.containerPointToLatLng([0, y / 2]), map.containerPointToLatLng([SCALE_MAX_PX, y / 2]));
  const power = 10 ** Math.floor(Math.log10(metres));
  const round = [5, 2, 1].find((step) => step * power <= metres) * power;
  const length = Math.round((SCALE_MAX_PX * round) / metres);
  scale.replaceChildren(formatDistance(round),
    createSVGElement('svg', { width: length, height: 3, viewBox: `0 0 ${length} 3` }, createSVGElement('rect', { width: length, height: 3, rx: 1.5 })));
}

/**
 * Draws the map that `noonish import map` made: one canvas for the whole view, so that names are not cut at the edges of tiles.
 *
 * Colours are the custom properties `--map-…` of map.css, and names are in the language of the page where the data has them.
 */
import { readTile } from './vector-tile.js';

const TILE_ZOOM = { min: 8, max: 14 }; // as in config/map/tilemaker.json
const TILE_PX = 512; // a tile is drawn at this width or, beyond the highest zoom level, larger
const LEAFLET_TILE_PX = 256; // the width of a tile in Leaflet's zoom levels
const MAX_TILES = 96; // that are kept in memory
const MARGIN = 0.2; // drawn beyond each edge, as a share of the view, so that a map that is dragged has no blank edges

/** Classes of roads from the bottom to the top: the width in px at zoom level 16, and the level from which the road has an outline. */
const ROADS = [
  { name: 'path', width: 1.5, outlineZoom: 99 },
  { name: 'rail', width: 1.5, outlineZoom: 99 },
  { name: 'lane', width: 4, outlineZoom: 16 },
  { name: 'street', width: 9, outlineZoom: 14 },
  { name: 'main', width: 13, outlineZoom: 12 },
  { name: 'motorway', width: 15, outlineZoom: 10 },
];
const AREAS = ['green', 'water', 'building'];
/** Classes of labels, the most important first: the size in px and the weight. */
const LABELS = {
  city: [17, 600], town: [15, 600], village: [14, 600], suburb: [14, 600], island: [13, 500], quarter: [13, 500], neighbourhood: [12, 500],
  station: [12, 500], water: [12, 400], park: [12, 400], road: [11.5, 500],
};
const LABEL_GAP_PX = 6;
const REPEAT_PX = 260; // distance between two labels with the same text
const MAX_BEND = 0.35; // radians; a street's name stands on a part that bends less

const tiles = new Map();

/**
 * Creates the layer.
 *
 * @param {any} library Leaflet
 */
export function createVectorLayer(library) {
  const VectorLayer = library.Renderer.extend({
    options: { padding: MARGIN, pane: 'tilePane' },
    onAdd(map) {
      this._layers = {}; // the base class updates the layers that it renders; here there are none
      this.themes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
      this.onTheme = () => this.draw();
      for (const theme of this.themes) theme.addEventListener('change', this.onTheme);
      return library.Renderer.prototype.onAdd.call(this, map);
    },
    onRemove(map) {
      for (const theme of this.themes) theme.removeEventListener('change', this.onTheme);
      return library.Renderer.prototype.onRemove.call(this, map);
    },
    _initContainer() {
      this._container = document.createElement('canvas');
      this._container.className = 'map-drawing';
    },
    _destroyContainer() {
      this._container.remove();
    },
    _updatePaths() {},
    _update() {
      if (this._map._animatingZoom && this._bounds) return; // drawn when the animation ends
      library.Renderer.prototype._update.call(this);
      this.draw();
    },
    /** Draws the view when its tiles are loaded, unless the view has moved again. */
    async draw() {
      const { _map: map, _bounds: bounds } = this;
      const view = createView(map, bounds);
      this.view = view;
      const loaded = await Promise.all(view.tiles.map(loadTile));
      if (this.view !== view || !this._map) return;
      library.DomUtil.setPosition(this._container, bounds.min);
      paint(this._container, view, loaded);
    },
  });
  return new VectorLayer();
}

/** Returns the size of the view, its zoom level, and the tiles that it needs with their positions and widths in px. */
function createView(map, bounds) {
  const zoom = map.getZoom();
  const tileZoom = Math.max(TILE_ZOOM.min, Math.min(TILE_ZOOM.max, Math.ceil(zoom) - Math.log2(TILE_PX / LEAFLET_TILE_PX)));
  const width = LEAFLET_TILE_PX * 2 ** (zoom - tileZoom);
  const origin = map.getPixelOrigin().add(bounds.min); // of the canvas, in px of the world
  const size = bounds.getSize();
  const view = { width: size.x, height: size.y, zoom, tiles: [] };
  if (zoom < TILE_ZOOM.min) return view;
  const count = 2 ** tileZoom;
  for (let row = Math.max(0, Math.floor(origin.y / width)); row < Math.min(count, (origin.y + size.y) / width); row++) {
    for (let column = Math.floor(origin.x / width); column < (origin.x + size.x) / width; column++) {
      const path = `/map/${tileZoom}/${((column % count) + count) % count}/${row}`;
      view.tiles.push({ path, x: column * width - origin.x, y: row * width - origin.y, width });
    }
  }
  return view;
}

/** Loads a tile. A tile that cannot be loaded is empty, and is requested again with the next view. */
function loadTile({ path }) {
  const known = tiles.get(path);
  const tile = known ?? fetchTile(path).catch(() => {
    tiles.delete(path);
    return null;
  });
  tiles.delete(path);
  tiles.set(path, tile); // the last one in the order is the most recent
  if (tiles.size > MAX_TILES) tiles.delete(tiles.keys().next().value);
  return tile;
}

async function fetchTile(path) {
  const response = await fetch(path);
  if (response.status === 204) return null;
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return prepareTile(readTile(await response.arrayBuffer()));
}

/** Joins the lines of each class into one path, in units of the tile's width, and collects the names. */
function prepareTile(layers) {
  const paths = new Map();
  const names = [];
  for (const [name, { extent, features }] of Object.entries(layers)) {
    for (const { properties, lines: units } of features) {
      const lines = units.map((line) => line.map((unit) => unit / extent));
      if (name === 'label') {
        names.push({ kind: properties.class, properties, line: lines[0] });
        continue;
      }
      if (properties.name) names.push(...lines.map((line) => ({ kind: 'road', properties, line })));
      const key = name === 'road' ? properties.class : name;
      if (!paths.has(key)) paths.set(key, new Path2D());
      for (const line of lines) addLine(paths.get(key), line);
    }
  }
  return { paths, names };
}

function addLine(path, line) {
  path.moveTo(line[0], line[1]);
  for (let at = 2; at < line.length; at += 2) path.lineTo(line[at], line[at + 1]);
}

function paint(canvas, view, loaded) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(view.width * ratio);
  canvas.height = Math.round(view.height * ratio);
  canvas.style.width = `${view.width}px`;
  canvas.style.height = `${view.height}px`;
  const style = getComputedStyle(canvas);
  /** Returns a colour as the theme resolves it. */
  const colour = (name, other = name) => {
    canvas.style.color = `var(--map-${name}, var(--map-${other}))`;
    return style.color;
  };
  const context = canvas.getContext('2d');
  context.fillStyle = colour('land');
  context.fillRect(0, 0, canvas.width, canvas.height);
  const drawn = view.tiles.map((place, at) => ({ ...place, tile: loaded[at] })).filter(({ tile }) => tile);

  /** Calls `use(path)` for a class in every tile, in units of the tile's width. */
  const inTiles = (key, use) => {
    for (const { x, y, width, tile } of drawn) {
      const path = tile.paths.get(key);
      if (!path) continue;
      context.setTransform(ratio * width, 0, 0, ratio * width, ratio * x, ratio * y);
      use(path, width);
    }
  };
  const stroke = (key, name, px) => inTiles(key, (path, width) => {
    context.strokeStyle = colour(name);
    context.lineWidth = px / width;
    context.stroke(path);
  });
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const name of AREAS) {
    context.fillStyle = colour(name);
    inTiles(name, (path) => context.fill(path));
    if (name === 'water') stroke('coast', 'water', 2);
  }
  const grown = ROADS.map((road) => ({ ...road, px: Math.max(0.7, road.width * 1.5 ** (view.zoom - 16)) }));
  for (const { name, px, outlineZoom } of grown) if (view.zoom >= outlineZoom) stroke(name, 'outline', px + 2);
  for (const { name, px } of grown) stroke(name, name, px);

  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  writeLabels(context, drawn, view, colour, style.fontFamily);
}

/** Writes the names that have room, the most important first. */
function writeLabels(context, drawn, view, colour, family) {
  const language = document.documentElement.lang;
  const order = Object.keys(LABELS);
  const labels = drawn.flatMap(({ x, y, width, tile }) => tile.names.map(({ kind, properties, line }) => ({
    kind, text: properties[`name:${language}`] ?? properties.name, line: line.map((unit, at) => unit * width + (at % 2 ? y : x)),
  }))).filter(({ kind, text }) => text && LABELS[kind]).sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const boxes = [];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  for (const { kind, text, line } of labels) {
    const [size, weight] = LABELS[kind];
    context.font = `${weight} ${size}px ${family}`;
    const width = context.measureText(text).width;
    const at = kind === 'road' ? findStraightPart(line, width + 2 * LABEL_GAP_PX) : { x: line[0], y: line[1], angle: 0 };
    if (!at || !takeRoom(boxes, createBox(at, width, size, text), view)) continue;
    context.save();
    context.translate(at.x, at.y);
    context.rotate(at.angle);
    context.strokeStyle = colour('halo');
    context.strokeText(text, 0, 0);
    context.fillStyle = colour(`label-${kind}`, 'label');
    context.fillText(text, 0, 0);
    context.restore();
  }
}

/** Returns the middle and the upright angle of the first part of a line that is long and straight enough for a name; null if there is none. */
function findStraightPart(line, length) {
  let start = 0;
  for (let at = 2; at < line.length; at += 2) {
    while (start < at - 2 && getBend(line, start, at) > MAX_BEND) start += 2;
    const [east, south] = [line[at] - line[start], line[at + 1] - line[start + 1]];
    if (Math.hypot(east, south) < length) continue;
    const angle = Math.atan2(south, east);
    const upright = Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle;
    return { x: (line[at] + line[start]) / 2, y: (line[at + 1] + line[start + 1]) / 2, angle: upright };
  }
  return null;
}

/** Returns the angle in radians between the first and the last segment of a part of a line. */
function getBend(line, start, end) {
  const first = Math.atan2(line[start + 3] - line[start + 1], line[start + 2] - line[start]);
  const last = Math.atan2(line[end + 1] - line[end - 1], line[end] - line[end - 2]);
  const bend = Math.abs(last - first);
  return Math.min(bend, 2 * Math.PI - bend);
}

function createBox({ x, y, angle }, width, height, text) {
  const [cosine, sine] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const half = { x: (width * cosine + height * sine) / 2 + LABEL_GAP_PX, y: (width * sine + height * cosine) / 2 + LABEL_GAP_PX };
  return { text, x, y, left: x - half.x, right: x + half.x, top: y - half.y, bottom: y + half.y };
}

/** Adds a box unless it is out of sight, overlaps another box, or is near one with the same text. */
function takeRoom(boxes, box, view) {
  const isInSight = box.right > 0 && box.left < view.width && box.bottom > 0 && box.top < view.height;
  const isTaken = (other) => (other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top)
    || (other.text === box.text && Math.hypot(other.x - box.x, other.y - box.y) < REPEAT_PX);
  if (!isInSight || boxes.some(isTaken)) return false;
  boxes.push(box);
  return true;
}

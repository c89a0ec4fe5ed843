/**
 * Reads Mapbox Vector Tiles (version 2.1 of the specification), in protocol buffers.
 *
 * Only what the server's tiles contain is read: text attributes, and no feature ids.
 */

const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5]; // wire types
const LINE_TO = 2;
const CLOSE = 7;

/**
 * Reads a tile.
 *
 * @param {ArrayBuffer} buffer
 * @returns {Record<string, { extent: number, features: { properties: Record<string, string>, isArea: boolean, lines: number[][] }[] }>}
 *   the layers by name; a line is `[x, y, x, y, …]` in units of 1/extent of the tile, from its north-western corner
 * @throws {RangeError} if the data is not a tile
 */
export function readTile(buffer) {
  const layers = {};
  for (const { field, bytes } of readFields(new Uint8Array(buffer))) {
    if (field !== 3) continue;
    const layer = readLayer(bytes);
    layers[layer.name] = layer;
  }
  return layers;
}

function readLayer(bytes) {
  const layer = { name: '', extent: 4096, features: [] };
  const [keys, values, features] = [[], [], []];
  for (const { field, bytes: content, number } of readFields(bytes)) {
    if (field === 1) layer.name = readText(content);
    if (field === 2) features.push(content);
    if (field === 3) keys.push(readText(content));
    if (field === 4) values.push(readValue(content));
    if (field === 5) layer.extent = number;
  }
  layer.features = features.map((content) => readFeature(content, keys, values));
  return layer;
}

function readFeature(bytes, keys, values) {
  const feature = { properties: {}, isArea: false, lines: [] };
  for (const { field, bytes: content, number } of readFields(bytes)) {
    if (field === 2) {
      const tags = readNumbers(content);
      for (let at = 0; at + 1 < tags.length; at += 2) feature.properties[keys[tags[at]]] = values[tags[at + 1]];
    }
    if (field === 3) feature.isArea = number === 3;
    if (field === 4) feature.lines = readGeometry(readNumbers(content));
  }
  return feature;
}

function readValue(bytes) {
  for (const { field, bytes: content } of readFields(bytes)) if (field === 1) return readText(content);
  return undefined;
}

/** Follows the commands: each `MoveTo` begins a line, and `ClosePath` returns to its beginning. */
function readGeometry(numbers) {
  const lines = [];
  let [x, y, at] = [0, 0, 0];
  while (at < numbers.length) {
    const command = numbers[at] & 7;
    const count = numbers[at++] >> 3;
    const line = lines.at(-1);
    if (command === CLOSE) {
      line?.push(line[0], line[1]);
      continue;
    }
    if (at + 2 * count > numbers.length) throw new RangeError('incomplete geometry');
    for (let point = 0; point < count; point++) {
      x += unzigzag(numbers[at++]);
      y += unzigzag(numbers[at++]);
      if (command === LINE_TO) line.push(x, y);
      else lines.push([x, y]);
    }
  }
  return lines;
}

const unzigzag = (number) => (number >> 1) ^ -(number & 1);

/** Generates the fields of a message: their numbers, with `number` or `bytes`. */
function* readFields(bytes) {
  let at = 0;
  while (at < bytes.length) {
    const [tag, afterTag] = readVarint(bytes, at);
    const [number, afterNumber] = [VARINT, BYTES].includes(tag & 7) ? readVarint(bytes, afterTag) : [0, afterTag];
    const length = { [VARINT]: 0, [BYTES]: number, [FIXED64]: 8, [FIXED32]: 4 }[tag & 7];
    at = afterNumber + length;
    if (!(at <= bytes.length)) throw new RangeError('incomplete field');
    yield { field: tag >> 3, number, bytes: bytes.subarray(afterNumber, at) };
  }
}

function readNumbers(bytes) {
  const numbers = [];
  for (let at = 0; at < bytes.length;) {
    const [number, next] = readVarint(bytes, at);
    numbers.push(number);
    at = next;
  }
  return numbers;
}

/** Returns a number and the position after it. Numbers above 32 bits occur only in fields that are skipped. */
function readVarint(bytes, start) {
  let number = 0;
  for (let at = start; at < bytes.length; at++) {
    number += (bytes[at] & 127) * 2 ** (7 * (at - start));
    if (bytes[at] < 128) return [number, at + 1];
  }
  throw new RangeError('incomplete number');
}

const decoder = new TextDecoder();
const readText = (bytes) => decoder.decode(bytes);

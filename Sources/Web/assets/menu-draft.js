/**
 * The document that the editor of a menu edits in place. What the editor has no fields for stays as it is.
 *
 * An amount that cannot be read is kept as the text that was typed, in the place of the number, so that nothing typed is lost.
 */
import { createIdempotencyKey } from './api.js';
import { formatAmountForField, parseAmount } from './money.js';

/** What the editor has fields for, or keeps for other programs, by the kind of the part. */
const KNOWN = {
  menu: ['schemaVersion', 'language', 'currency', 'pricesIncludeTax', 'name', 'hours', 'attribution', 'url', 'taxes', 'optionGroups', 'sections'],
  section: ['key', 'name', 'names', 'description', 'hours', 'items'],
  item: ['key', 'kind', 'name', 'names', 'description', 'priceMinor', 'prices', 'tax', 'variants', 'optionGroups', 'slots', 'contains', 'mayContain', 'diets', 'hours',
    'firstDay', 'lastDay', 'mostPerPerson', 'preparationMinutes', 'notAt'],
  group: ['key', 'name', 'names', 'least', 'most', 'mostOfEach', 'options'],
};
const KINDS = ['dish', 'drink', 'combo'];

/** The ways of eating, which can have prices and taxes of their own. */
export const FULFILMENTS = ['dine_in', 'pick_up', 'delivery'];

export const createMenu = (language, currency) => ({ schemaVersion: 1, language, currency, pricesIncludeTax: true, sections: [] });

/** Returns the names of members that this page does not know, and a kind of item that it does not know. */
export function listNewer(part, kind) {
  const names = Object.keys(part).filter((name) => !KNOWN[kind].includes(name));
  return kind === 'item' && !KINDS.includes(part.kind) ? [...names, part.kind] : names;
}

/** Returns the key of a new part, which stays when names change. It was never that of a part since deleted, to which orders refer. */
export const createKey = (kind) => `${kind}-${createIdempotencyKey().slice(0, 8)}`;

/** Moves an element of a list by one place. */
export function move(list, at, by) {
  if (at + by < 0 || at + by >= list.length) return;
  list.splice(at + by, 0, ...list.splice(at, 1));
}

/** Sets a member, or removes it if it says nothing. */
export function set(part, name, value) {
  if (value === '' || value === null || value === undefined) delete part[name];
  else part[name] = value;
}

/**
 * Changes the currency. Amounts are still read the same: 12.40 of one is 12.40 of the other. One that the other does not have becomes the text, a
 * fault to correct.
 */
export function setCurrency(menu, currency) {
  const visit = (part) => {
    for (const [name, value] of Object.entries(part)) {
      if (value && typeof value === 'object') visit(value);
      else if (name.endsWith('Minor') && value !== null) {
        const text = Number.isInteger(value) ? formatAmountForField(value, menu.currency) : String(value);
        part[name] = parseAmount(text, currency) ?? text;
      }
    }
  };
  visit(menu);
  menu.currency = currency;
}

/**
 * Returns the names of the parts of a menu that another edit has added, removed or changed; null for the settings of the whole menu.
 *
 * @returns {{ added: string[], removed: string[], changed: (string | null)[] }}
 */
export function listChanges(old, current) {
  const [before, after] = [listParts(old), listParts(current)];
  const names = (keys, parts) => [...keys].map((key) => parts.get(key).name);
  const changed = [...after].filter(([key, { text }]) => before.has(key) && before.get(key).text !== text).map(([, { name }]) => name);
  return {
    added: names([...after.keys()].filter((key) => !before.has(key)), after), removed: names([...before.keys()].filter((key) => !after.has(key)), before), changed,
  };
}

/** Returns the parts of a menu by their keys, each with its name and its content as text. */
function listParts(menu) {
  const { sections = [], optionGroups = [], ...settings } = menu;
  const part = (kind, { key, name }, content) => [`${kind} ${key}`, { name, text: JSON.stringify(content) }];
  return new Map([
    ['menu', { name: null, text: JSON.stringify(settings) }],
    ...optionGroups.map((group) => part('group', group, group)),
    ...sections.flatMap(({ items, ...section }) => [part('section', section, [section, items.map(({ key }) => key)]), ...items.map((item) => part('item', item, item))]),
  ]);
}

/** Sets the rate of a class of goods for a way of eating, or for all without one of their own. An empty rate goes, unless it is the last of its class. */
export function setRate(menu, key, fulfilment, percent) {
  const rows = menu.taxes.filter((tax) => tax.key === key);
  const row = rows.find((tax) => tax.fulfilment === fulfilment);
  if (percent === '' && row && rows.length > 1) menu.taxes.splice(menu.taxes.indexOf(row), 1);
  else if (row) row.percent = percent;
  else if (percent !== '') menu.taxes.push({ key, name: rows[0].name, ...(fulfilment ? { fulfilment } : {}), percent });
}

/** Removes an option group, also from the items that name it. */
export function removeGroup(menu, at) {
  const [{ key }] = menu.optionGroups.splice(at, 1);
  for (const item of menu.sections.flatMap(({ items }) => items)) {
    if (!item.optionGroups) continue;
    const rest = item.optionGroups.filter((one) => one !== key);
    if (rest.length > 0) item.optionGroups = rest;
    else delete item.optionGroups;
  }
  if (menu.optionGroups.length === 0) delete menu.optionGroups;
}

/** Returns the part of the menu that has the place of a fault: `['sections', 0, 'items', 2]`; null if it is none that opens. */
export function findPart(pointer) {
  const [, list, at, inner, number] = pointer.split('/');
  if (list === 'optionGroups' && at !== undefined) return `optionGroups-${at}`;
  if (list !== 'sections' || at === undefined) return null;
  return inner === 'items' && number !== undefined ? `sections-${at}-items-${number}` : `sections-${at}`;
}

/** Lists the faults that can be found without the server, by pointer: names and amounts that are missing or cannot be read. */
export function findFaults(menu) {
  const faults = [];
  const visit = (value, pointer) => {
    if (Array.isArray(value)) value.forEach((one, at) => visit(one, `${pointer}/${at}`));
    else if (value && typeof value === 'object') {
      if (typeof value.key === 'string' && typeof value.name === 'string' && value.name.trim() === '') faults.push({ pointer: `${pointer}/name`, reason: 'name' });
      for (const [name, one] of Object.entries(value)) visit(one, `${pointer}/${name}`);
    } else if (/\/(price|surcharge)Minor$/.test(pointer) && !Number.isInteger(value)) faults.push({ pointer, reason: 'amount' });
  };
  visit(menu, '');
  return faults;
}

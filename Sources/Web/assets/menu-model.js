/** A restaurant's published menu: what its dishes are called, contain and cost. The server alone decides on the price of an order. */
import { language } from './localization.js';

/** Returns the name of something on the menu in the reader's language, if the menu has it. */
export const getName = ({ name, names }) => names?.[language] ?? name;

/** Returns all items, in the order of the menu. */
export const listItems = (menu) => menu.sections.flatMap(({ items }) => items);

/** Returns a price for a way of eating, in minor units. Drafts also have prices of single branches, which do not count. */
export function getPrice({ priceMinor, prices }, fulfilment) {
  return prices?.find((one) => !one.branch && one.fulfilment === fulfilment)?.priceMinor ?? priceMinor ?? 0;
}

/** Returns the lowest price of an item with what has to be chosen, and whether other required choices cost more. */
export function getStartingPrice(menu, item, fulfilment) {
  const choices = (item.slots ?? []).filter(({ least }) => least > 0).map(({ choices: offered, least }) => sumLowest(offered.map((choice) => {
    const part = listItems(menu).find(({ key }) => key === choice.item);
    return addPrices([{ amount: choice.surchargeMinor, hasOthers: false }, ...(part ? listRequiredOptions(menu, part, fulfilment) : [])]);
  }), least, least));
  const all = (item.variants ?? [item]).map((one) => getPrice(one, fulfilment));
  return addPrices([{ amount: Math.min(...all), hasOthers: new Set(all).size > 1 }, ...listRequiredOptions(menu, item, fulfilment), ...choices]);
}

function listRequiredOptions(menu, item, fulfilment) {
  return listGroups(menu, item).filter(({ least }) => least > 0).map(({ options, least, mostOfEach }) =>
    sumLowest(options.map((option) => ({ amount: getPrice(option, fulfilment), hasOthers: false })), least, mostOfEach));
}

/** Returns the lowest sum of `least` of some prices, each at most `ofEach` times. */
function sumLowest(prices, least, ofEach) {
  const amounts = prices.map(({ amount }) => amount).sort((one, other) => one - other);
  const chosen = amounts.flatMap((amount) => Array(ofEach).fill(amount)).slice(0, least);
  return { amount: chosen.reduce((sum, amount) => sum + amount, 0), hasOthers: prices.some(({ hasOthers }) => hasOthers) || new Set(amounts).size > 1 };
}

const addPrices = (prices) => prices.reduce((sum, { amount, hasOthers }) => ({ amount: sum.amount + amount, hasOthers: sum.hasOthers || hasOthers }));

/** Returns up to six round amounts between the lowest and the highest of some prices, in minor units. */
export function listPriceSteps(prices) {
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (!(highest > lowest)) return [];
  const power = 10 ** Math.floor(Math.log10((highest - lowest) / 4));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => (highest - lowest) / size <= 6));
  const first = Math.floor(lowest / step) + 1;
  return Array.from({ length: Math.ceil(highest / step) - first }, (_, at) => (first + at) * step);
}

/** Returns the option groups of an item, in the order in which to ask. */
export function listGroups(menu, item) {
  return (item.optionGroups ?? []).map((key) => menu.optionGroups?.find((group) => group.key === key)).filter(Boolean);
}

/** Returns the price of one portion of a pick, in minor units. Parts of a combo cost their surcharge and their options. */
export function getPickPrice(menu, pick, fulfilment) {
  const item = listItems(menu).find(({ key }) => key === pick.item);
  if (!item) return 0;
  const base = item.variants ? item.variants.find(({ key }) => key === pick.variant) : item;
  const parts = (pick.parts ?? []).reduce((sum, part) => {
    const choice = item.slots?.find(({ key }) => key === part.slot)?.choices.find((one) => isChoice(one, part));
    return sum + (choice?.surchargeMinor ?? 0) + getOptionsPrice(menu, part.options, fulfilment);
  }, 0);
  return (base ? getPrice(base, fulfilment) : 0) + getOptionsPrice(menu, pick.options, fulfilment) + parts;
}

/** Returns whether a menu still has everything that was picked. */
export function hasPick(menu, { item: key, variant, options = [], parts = [] }) {
  const items = listItems(menu);
  const item = items.find((one) => one.key === key);
  const hasOptions = (chosen, of) => of && chosen.every(({ group, option }) =>
    listGroups(menu, of).find((one) => one.key === group)?.options.some((one) => one.key === option));
  return Boolean(hasOptions(options, item)) && (item.variants ? item.variants.some((one) => one.key === variant) : !variant)
    && parts.every((part) => hasOptions(part.options ?? [], items.find((one) => one.key === part.item))
      && item.slots?.find((slot) => slot.key === part.slot)?.choices.some((choice) => isChoice(choice, part)));
}

export const isChoice = (choice, { item, variant }) => choice.item === item && (choice.variant ?? null) === (variant ?? null);

function getOptionsPrice(menu, options = [], fulfilment) {
  return options.reduce((sum, { group, option, count = 1 }) => {
    const found = menu.optionGroups?.find(({ key }) => key === group)?.options.find(({ key }) => key === option);
    return sum + (found ? count * getPrice(found, fulfilment) : 0);
  }, 0);
}

/** Returns the sections with the items that have every word of a search in a name or the description, in any case and without accents. */
export function searchMenu(menu, text) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const matches = (item, section) => {
    const all = fold([item.name, ...Object.values(item.names ?? {}), item.description ?? '', section.name].join(' '));
    return words.every((word) => all.includes(word));
  };
  return menu.sections.map((section) => ({ ...section, items: section.items.filter((item) => matches(item, section)) }))
    .filter(({ items }) => items.length > 0);
}

const fold = (text) => text.normalize('NFD').replace(/\p{Mn}/gu, '').toLowerCase();

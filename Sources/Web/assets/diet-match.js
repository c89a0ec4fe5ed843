/**
 * How dishes fit the viewer's own diets and allergies. They are compared here, in the browser: the server receives them only if the person
 * ticks the box for the kitchen.
 */
import { get, Problem } from './api.js';
import { listGroups, listItems } from './menu-model.js';
import { getCurrentPerson } from './session.js';

/** The diets that a diet includes. */
const INCLUDED = { vegan: ['vegetarian', 'pescetarian', 'lactose_free'], vegetarian: ['pescetarian'] };

/** The allergens that a diet excludes. */
const EXCLUDED = {
  vegan: ['crustaceans', 'eggs', 'fish', 'milk', 'molluscs'],
  vegetarian: ['crustaceans', 'fish', 'molluscs'],
  gluten_free: ['gluten'],
  lactose_free: ['milk'],
};

/** The diets about nothing but allergens, so that a full list of those decides. */
const DECIDED_BY_ALLERGENS = ['gluten_free', 'lactose_free'];

/** How well something fits, best first. */
const LEVELS = ['fits', 'unstated', 'traces', 'avoid'];

/** Fetches the viewer's diets and allergies; null if they have none or no account, or if that is not known without a network. */
export async function fetchNeeds(options) {
  if (!getCurrentPerson()) return null;
  try {
    const { diets, allergies } = await get('/v1/me/diets', options);
    return diets.length + allergies.length > 0 ? { diets, allergies } : null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}

/**
 * Compares a dish of a menu with needs.
 *
 * @param {any} menu
 * @param {any} item
 * @param {{ diets: string[], allergies: string[] }} needs
 * @param {any} [pick] what was chosen; without it, what the dish is with the fewest options, and the best of each required slot of a combo
 * @returns {{ level: 'fits' | 'unstated' | 'traces' | 'avoid', allergens: string[], diets: string[] }} what to avoid, or the possible traces
 */
export function matchDish(menu, item, needs, pick) {
  const own = matchItem(menu, item, needs, pick?.options);
  if (!item.slots) return own;
  const items = new Map(listItems(menu).map((one) => [one.key, one]));
  const parts = pick
    ? (pick.parts ?? []).map(({ item: key, options }) => matchItem(menu, items.get(key), needs, options))
    : item.slots.filter(({ least }) => least > 0).map(({ choices }) => choices.map(({ item: key }) => matchItem(menu, items.get(key), needs))
      .sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level))[0]);
  // What a combo contains is what its parts contain, unless the menu states more about the combo.
  const all = item.contains || item.diets || parts.length === 0 ? [own, ...parts] : parts;
  const level = LEVELS[Math.max(...all.map((one) => LEVELS.indexOf(one.level)))];
  const worst = all.filter((one) => one.level === level);
  return { level, allergens: unite(worst, 'allergens'), diets: unite(worst, 'diets') };
}

const unite = (matches, name) => [...new Set(matches.flatMap((match) => match[name]))];

function matchItem(menu, item, needs, chosen) {
  const options = listChosen(menu, item, chosen);
  const contents = [...(item.contains ?? []), ...options.flatMap(({ adds }) => adds ?? [])];
  const allergens = needs.allergies.filter((one) => contents.includes(one));
  const diets = needs.diets.filter((diet) => options.some(({ removes }) => removes?.some((one) => one === diet || INCLUDED[diet]?.includes(one)))
    || EXCLUDED[diet]?.some((one) => contents.includes(one)));
  if (allergens.length + diets.length > 0) return { level: 'avoid', allergens, diets };
  const traces = needs.allergies.filter((one) => item.mayContain?.includes(one));
  if (traces.length > 0) return { level: 'traces', allergens: traces, diets: [] };
  const suited = new Set((item.diets ?? []).flatMap((diet) => [diet, ...(INCLUDED[diet] ?? [])]));
  const isStated = (needs.allergies.length === 0 || item.contains)
    && needs.diets.every((diet) => suited.has(diet) || (item.contains && DECIDED_BY_ALLERGENS.includes(diet)));
  return { level: isStated ? 'fits' : 'unstated', allergens: [], diets: [] };
}

/** Returns the options that were chosen; if nothing was chosen yet, those without which the dish cannot be ordered. */
function listChosen(menu, item, chosen) {
  return listGroups(menu, item).flatMap((group) => (chosen
    ? group.options.filter(({ key }) => chosen.some((one) => one.group === group.key && one.option === key))
    : group.least >= group.options.length * group.mostOfEach ? group.options : []));
}

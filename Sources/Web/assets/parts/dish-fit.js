/** Says how a dish fits what the viewer eats. */
import { matchDish } from '../diet-match.js';
import { createElement, createIcon } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { formatAllergens } from './menu-facts.js';

const ICONS = { fits: 'check', unstated: 'question', traces: 'warning', avoid: 'warning' };

/** Renders the sentence; null for a viewer without needs. With a pick, it is about what was chosen. */
export function renderDishFit(menu, item, needs, pick) {
  if (!needs) return null;
  const match = matchDish(menu, item, needs, pick);
  return createElement('span', { class: `dish-fit ${match.level}` }, createIcon(ICONS[match.level]), describe(match));
}

/** Describes needs in the words for the kitchen: "Milk, Nuts, Vegan". */
export const describeNeeds = ({ allergies, diets }) => formatList([...allergies.map((one) => translate(`allergen.${one}`)), ...nameDiets(diets)]);

function describe({ level, allergens, diets }) {
  if (level === 'avoid') {
    return [allergens.length > 0 ? translate('dishFit.contains', { list: formatAllergens(allergens) }) : null,
      diets.length > 0 ? translate('dishFit.unsuited', { list: formatList(nameDiets(diets)) }) : null].filter(Boolean).join(' · ');
  }
  return level === 'traces' ? translate('dishFit.traces', { list: formatAllergens(allergens) }) : translate(`dishFit.${level}`);
}

const nameDiets = (diets) => diets.map((one) => translate(`diet.${one}`));

/** What a menu states about a dish: its description, allergens, diets and choices. Allergens that are not stated never mean none. */
import { createElement } from '../dom.js';
import { formatList, language, translate } from '../localization.js';
import { getName, listItems } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { createFactLine } from './labels.js';

export function renderMenuFacts({ description, contains, mayContain, diets }) {
  return [
    description ? createElement('span', { class: 'secondary', dir: 'auto' }, description) : null,
    createFactLine([describeAllergens(contains), mayContain?.length > 0 ? translate('dishMenu.mayContain', { list: formatAllergens(mayContain) }) : null,
      ...(diets ?? []).map((diet) => translate(`diet.${diet}`))], 'fine-print'),
  ];
}

function describeAllergens(contains) {
  if (!contains) return translate('dishMenu.notStated');
  return contains.length > 0 ? translate('dishMenu.contains', { list: formatAllergens(contains) }) : translate('dishMenu.containsNone');
}

/** Lists allergens within a sentence, so without capitals, except for German nouns. */
export function formatAllergens(allergens) {
  const names = allergens.map((one) => translate(`allergen.${one}`));
  return formatList(language === 'de' ? names : names.map((name) => name.toLocaleLowerCase(language)));
}

/** Names an option with the allergens that it adds. */
export const nameOption = (option) => (option.adds ? `${getName(option)} (${formatAllergens(option.adds)})` : getName(option));

/** Names what a slot of a combo can hold. */
export function nameChoice(menu, choice) {
  const item = listItems(menu).find(({ key }) => key === choice.item);
  const variant = item?.variants?.find(({ key }) => key === choice.variant);
  return [item && getName(item), variant && getName(variant)].filter(Boolean).join(', ');
}

/** Describes a choice with its price; an addition that costs nothing has none. */
export function describeChoice(name, price, { currency }, isAddition) {
  if (isAddition && price === 0) return name;
  return `${name} · ${isAddition && price > 0 ? '+' : ''}${formatAmount(price, currency)}`;
}

/** Renders a description of which each part has its own direction: in Arabic, the price is on the left of a Latin name. */
export const renderParts = (text) => text.split(' · ').map((part, index) => [index > 0 ? ' · ' : null, createElement('bdi', {}, part)]);

/** Describes the prices that differ by the way of eating: "Pick-up: €9.50". */
export function describeOtherPrices({ prices = [] }, { currency }) {
  return prices.filter(({ fulfilment }) => fulfilment).map(({ fulfilment, priceMinor }) => `${translate(`order.how.${fulfilment}`)}: ${formatAmount(priceMinor, currency)}`);
}

/** Describes how many options to choose; null for any number. */
export function describeRange(least, most) {
  if (least === most) return translate('dishMenu.exactly', { count: least });
  if (least > 0 && most) return translate('dishMenu.range', { least, most });
  if (least > 0) return translate('dishMenu.least', { count: least });
  return most ? translate('dishMenu.most', { count: most }) : null;
}

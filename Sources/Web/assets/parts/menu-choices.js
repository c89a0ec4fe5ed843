/** The sizes, options and parts of a dish, to read. Choosing them is in option-sheet.js. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { getName, getPrice, listGroups } from '../menu-model.js';
import { describeChoice, describeOtherPrices, describeRange, nameChoice, nameOption, renderParts } from './menu-facts.js';

/** Renders what there is to choose; null if there is nothing. `menu` has the option groups, and for a combo the items of its slots. */
export function renderMenuChoices(menu, item) {
  const groups = [
    item.variants ? renderGroup(translate('dishMenu.size'), null, item.variants.map((variant) => [describeChoice(getName(variant), getPrice(variant), menu, false), ...describeOtherPrices(variant, menu)].join(' · '))) : null,
    ...listGroups(menu, item).map((group) => renderGroup(getName(group), describeRange(group.least, group.most),
      group.options.map((option) => describeChoice(nameOption(option), getPrice(option), menu, true)))),
    ...(item.slots ?? []).map((slot) => renderGroup(getName(slot), describeRange(slot.least, slot.most),
      slot.choices.map((choice) => describeChoice(nameChoice(menu, choice), choice.surchargeMinor, menu, true)))),
  ].filter(Boolean);
  return groups.length > 0 ? createElement('dl', { class: 'menu-choices' }, groups) : null;
}

function renderGroup(name, range, choices) {
  return createElement('div', {},
    createElement('dt', {}, createElement('bdi', {}, name), range ? createElement('span', { class: 'secondary' }, ` · ${range}`) : null),
    choices.map((choice) => createElement('dd', {}, renderParts(choice))));
}

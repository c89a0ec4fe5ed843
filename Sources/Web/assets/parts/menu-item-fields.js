/** The fields of one dish, drink or combo in the editor of a menu. */
import { createKey, FULFILMENTS, set } from '../menu-draft.js';
import { createElement, createIcon } from '../dom.js';
import { language, LANGUAGES, translate } from '../localization.js';
import { createButton } from './controls.js';
import { createField, createOptions } from './form.js';
import { describeTax } from './menu-taxes.js';
import { DIETS } from './restaurant-facts.js';

const ALLERGENS = ['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs'];
const PERSONAL_DIETS = [...new Set([...DIETS, 'pescetarian'])];

/**
 * Creates the fields.
 *
 * @param {any} menu
 * @param {any} item
 * @param {string} place the place of the item, `sections-0-items-2`: fields are named after their places
 * @param {{ bind: Function, bindAmount: Function, change: Function, changed: Function, branches: [string, string][] }} how binds fields to members of the
 *   document; `branches` are the ids and names of the restaurants that share the menu
 */
export function createItemFields(menu, item, place, { bind, bindAmount, change, changed, branches }) {
  const isCombo = item.kind === 'combo';
  const kinds = isCombo ? ['combo'] : ['dish', 'drink', ...(['dish', 'drink'].includes(item.kind) ? [] : [item.kind])];
  return [
    createElement('div', { class: 'two-columns' },
      bind(item, 'name', `${place}-name`, { label: translate('menuEditor.name'), maxlength: 200 }),
      item.variants ? null : bindAmount(item, 'priceMinor', `${place}-priceMinor`, translate('menuEditor.price', { currency: menu.currency }))),
    bind(item, 'description', `${place}-description`, { label: translate('menuEditor.description'), control: 'textarea', rows: 2, maxlength: 1000 }),
    item.variants ? null : createPrices(item, place),
    isCombo ? createSlots() : [createVariants(), createAllergens(), createChips('diets', translate('place.diets'), PERSONAL_DIETS.map((one) => [one, translate(`diet.${one}`)])), createGroups()],
    createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('menuEditor.more')),
      createElement('div', { class: 'form' },
        createElement('div', { class: 'two-columns' },
          bind(item, 'kind', `${place}-kind`, { label: translate('newVenue.kind'), control: 'select', options: createOptions(kinds.map((kind) => [kind, ['dish', 'drink', 'combo'].includes(kind) ? translate(`menuEditor.kind.${kind}`) : kind]), item.kind) }),
          menu.taxes ? bind(item, 'tax', `${place}-tax`, { label: translate('bill.kind.tax'), control: 'select', options: createOptions([...new Set(menu.taxes.map(({ key }) => key))].map((key) => [key, describeTax(menu.taxes, key)]), item.tax) }) : null),
        bind(item, 'hours', `${place}-hours`, { label: translate('menuEditor.hours'), hint: translate('menuEditor.hoursHint'), dir: 'ltr', maxlength: 2000 }),
        createElement('div', { class: 'two-columns' },
          bind(item, 'firstDay', `${place}-firstDay`, { label: translate('menuEditor.firstDay'), type: 'date' }), bind(item, 'lastDay', `${place}-lastDay`, { label: translate('menuEditor.lastDay'), type: 'date' })),
        bind(item, 'mostPerPerson', `${place}-mostPerPerson`, { label: translate('menuEditor.mostPerPerson'), type: 'number', min: 1, max: 99 }, Number))),
    createNames(menu, item, place, { bind, changed }),
  ];

  function createRemoveButton(list, at, name, key) {
    return createButton('', () => change(() => list.splice(at, 1)), { variant: 'round plain', icon: 'cross', key, label: translate('menuEditor.removeOf', { name }) });
  }

  function createVariants() {
    const add = () => change(() => {
      // The first size has the price that the item had.
      item.variants ??= [];
      item.variants.push({ key: createKey('size'), name: '', priceMinor: item.priceMinor ?? '' });
      delete item.priceMinor;
    });
    const removeAt = (at) => change(() => {
      const [{ priceMinor }] = item.variants.splice(at, 1);
      if (item.variants.length > 0) return;
      delete item.variants;
      item.priceMinor = priceMinor;
    });
    return createElement('fieldset', { class: 'form tight', 'data-field': `${place}-variants` }, createElement('legend', { class: 'label' }, translate('menuEditor.sizes')),
      (item.variants ?? []).map((variant, at) => [createElement('div', { class: 'inline-form' },
        bind(variant, 'name', `${place}-variants-${at}-name`, { label: translate('menuEditor.size', { number: at + 1 }), maxlength: 200 }),
        bindAmount(variant, 'priceMinor', `${place}-variants-${at}-priceMinor`, translate('menuEditor.price', { currency: menu.currency })),
        createButton('', () => removeAt(at), { variant: 'round plain', icon: 'cross', key: `${place}-variant-${at}`, label: translate('menuEditor.removeOf', { name: variant.name || translate('menuEditor.size', { number: at + 1 }) }) })),
      createPrices(variant, `${place}-variants-${at}`, variant.name)]),
      createElement('div', {}, createButton(translate('menuEditor.addSize'), add, { variant: 'plain', icon: 'plus', key: `${place}-add-size` })));
  }

  /** Creates the prices of single branches and ways of eating. `size` is the name of a size, whose prices have it in their labels. */
  function createPrices(part, prefix, size) {
    const add = () => change(() => {
      const used = (part.prices ?? []).map(({ fulfilment }) => fulfilment);
      (part.prices ??= []).push({ ...(branches.length > 1 ? { branch: branches[0][0] } : { fulfilment: FULFILMENTS.find((how) => !used.includes(how)) ?? FULFILMENTS[0] }), priceMinor: '' });
    });
    const removeAt = (at) => change(() => {
      part.prices.splice(at, 1);
      if (part.prices.length === 0) delete part.prices;
    });
    const choice = (price, name, field, label, pairs) => createField({
      name: field, label, control: 'select', options: createOptions(pairs, price[name] ?? ''), on: { change: ({ target }) => { set(price, name, target.value); changed(); } },
    });
    const known = (price) => (!price.branch || branches.some(([id]) => id === price.branch) ? branches : [...branches, [price.branch, price.branch]]);
    const text = size ? translate('menuEditor.addPriceOf', { name: size }) : translate('menuEditor.addPrice');
    return createElement('fieldset', { class: 'form tight', 'data-field': `${prefix}-prices` }, createElement('legend', { class: 'visually-hidden' }, translate('menuEditor.prices')),
      (part.prices ?? []).map((price, at) => {
        const row = `${prefix}-prices-${at}`;
        return createElement('div', { class: 'inline-form' },
          branches.length > 1 || price.branch ? choice(price, 'branch', `${row}-branch`, translate('menuEditor.branch'), [['', translate('menuEditor.everyBranch')], ...known(price)]) : null,
          choice(price, 'fulfilment', `${row}-fulfilment`, translate('order.fulfilment'), [['', translate('menuEditor.everyWay')], ...FULFILMENTS.map((how) => [how, translate(`order.how.${how}`)])]),
          bindAmount(price, 'priceMinor', `${row}-priceMinor`, translate('menuEditor.otherPrice', { currency: menu.currency })),
          createButton('', () => removeAt(at), { variant: 'round plain', icon: 'cross', key: `${row}-remove`, label: translate('menuEditor.removeOf', { name: translate('menuEditor.otherPrice', { currency: menu.currency }) }) }));
      }),
      createElement('div', {}, createButton(text, add, { variant: 'plain', icon: 'plus', key: `${prefix}-add-price` })));
  }

  /** Allergens that are not stated are another thing than none. */
  function createAllergens() {
    const state = item.contains === undefined ? 'unknown' : item.contains.length > 0 ? 'some' : 'none';
    const choose = (chosen) => change(() => {
      if (chosen === 'unknown') delete item.contains;
      else item.contains = [];
      pending.delete(item);
      if (chosen === 'some') pending.add(item);
    }, { movesParts: false });
    const shown = state === 'none' && pending.has(item) ? 'some' : state;
    return [
      createElement('div', { class: 'field' }, createElement('span', { class: 'label', 'aria-hidden': 'true' }, translate('menuEditor.allergens')), createElement('fieldset', { class: 'segment', 'data-field': `${place}-contains` },
        createElement('legend', { class: 'visually-hidden' }, translate('menuEditor.allergens')), ['unknown', 'none', 'some'].map((one) => createElement('label', {},
          createElement('input', { type: 'radio', name: `${place}-stated`, value: one, checked: shown === one, 'data-key': `${place}-stated-${one}`, on: { change: () => choose(one) } }),
          createElement('span', {}, translate(`menuEditor.stated.${one}`)))))),
      shown === 'some' ? createChips('contains', translate('menuEditor.contains'), ALLERGENS.map((one) => [one, translate(`allergen.${one}`)]), true) : null,
    ];
  }

  function createGroups() {
    const groups = menu.optionGroups ?? [];
    return groups.length > 0 ? createChips('optionGroups', translate('menuEditor.groups'), groups.map(({ key, name }) => [key, name || key])) : null;
  }

  /** Creates chips that edit a list of words. Words without a chip stay in the list. */
  function createChips(name, legend, pairs, keepsEmpty = false) {
    const toggle = ({ target }) => {
      const list = (item[name] ?? []).filter((one) => one !== target.value);
      if (target.checked) list.push(target.value);
      if (list.length > 0 || keepsEmpty) item[name] = list;
      else delete item[name];
      changed();
    };
    return createElement('fieldset', { class: 'chips wrap', 'data-field': `${place}-${name}` }, createElement('legend', { class: 'label' }, legend),
      pairs.map(([value, text]) => createElement('label', { class: 'chip' },
        createElement('input', { type: 'checkbox', value, checked: item[name]?.includes(value), on: { change: toggle } }),
        createElement('span', { dir: 'auto' }, createIcon('check', 'tick'), text))));
  }

  function createSlots() {
    item.slots ??= [];
    const dishes = menu.sections.flatMap(({ items }) => items).filter(({ kind }) => kind !== 'combo').flatMap((dish) => (dish.variants
      ? dish.variants.map((variant) => [`${dish.key}/${variant.key}`, `${dish.name}, ${variant.name}`]) : [[dish.key, dish.name]]));
    const addChoice = (slot) => change(() => {
      const [key, variant] = dishes[0][0].split('/');
      slot.choices.push({ item: key, ...(variant ? { variant } : {}), surchargeMinor: 0 });
    });
    return [item.slots.map((slot, at) => {
      const prefix = `${place}-slots-${at}`;
      return createElement('fieldset', { class: 'form tight menu-part', 'data-field': prefix }, createElement('legend', { class: 'label' }, translate('menuEditor.slot', { number: at + 1 })),
        createElement('div', { class: 'inline-form' }, bind(slot, 'name', `${prefix}-name`, { label: translate('menuEditor.name'), maxlength: 200 }),
          bind(slot, 'least', `${prefix}-least`, { label: translate('menuEditor.least'), type: 'number', min: 0, max: 99 }, Number),
          bind(slot, 'most', `${prefix}-most`, { label: translate('menuEditor.most'), type: 'number', min: 1, max: 99 }, Number),
          createRemoveButton(item.slots, at, slot.name || translate('menuEditor.slot', { number: at + 1 }), `${prefix}-remove`)),
        slot.choices.map((choice, number) => createElement('div', { class: 'inline-form' },
          createField({
            name: `${prefix}-choices-${number}-item`, label: translate('stock.item'), control: 'select', options: createOptions(withOwn(dishes, choice), toValue(choice)),
            on: { change: ({ target }) => { const [key, variant] = target.value.split('/'); choice.item = key; set(choice, 'variant', variant); changed(); } },
          }),
          bindAmount(choice, 'surchargeMinor', `${prefix}-choices-${number}-surchargeMinor`, translate('menuEditor.surcharge', { currency: menu.currency })),
          createRemoveButton(slot.choices, number, toValue(choice), `${prefix}-choice-${number}`))),
        dishes.length > 0 ? createElement('div', {}, createButton(translate('menuEditor.addChoice'), () => addChoice(slot), { variant: 'plain', icon: 'plus', key: `${prefix}-add` })) : null);
    }),
    createElement('div', {}, createButton(translate('menuEditor.addSlot'), () => change(() => item.slots.push({ key: createKey('part'), name: '', least: 1, most: 1, choices: [] })),
      { variant: 'plain', icon: 'plus', key: `${place}-add-slot` }))];
  }
}

/** Creates the fields of a name in other languages: those of the client, and those that the part has. */
export function createNames(menu, part, place, { bind, changed }) {
  const names = part.names ?? {};
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const tags = [...new Set([...Object.keys(LANGUAGES).filter((tag) => tag !== menu.language?.split('-')[0]), ...Object.keys(names)])];
  const store = () => {
    set(part, 'names', Object.keys(names).length > 0 ? names : null);
    changed();
  };
  return createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('menuEditor.names')),
    createElement('div', { class: 'two-columns', on: { input: store } }, tags.map((tag) =>
      bind(names, tag, `${place}-names-${tag}`, { label: translate('menuEditor.nameIn', { language: languages.of(tag) }), lang: tag, dir: 'auto', maxlength: 200 }))));
}

/** Items whose allergens are about to be chosen. */
const pending = new WeakSet();

const toValue = ({ item, variant }) => (variant ? `${item}/${variant}` : item);
const withOwn = (pairs, choice) => (pairs.some(([value]) => value === toValue(choice)) ? pairs : [[toValue(choice), toValue(choice)], ...pairs]);

/** Creates a new dish or combo. */
export function createItem(menu, kind) {
  return { key: createKey(kind), kind, name: '', priceMinor: '', ...(menu.taxes ? { tax: menu.taxes[0].key } : {}) };
}

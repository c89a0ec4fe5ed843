/**
 * The fields of a menu: its sections with their items, and its option groups, of which one is open at a time.
 *
 * The fields are drawn from the document (`menu-draft.js`) and write into it. The hidden field `draft` has all of it as JSON, so that the form
 * stores and restores it like any other field.
 */
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createKey, findPart, listNewer, move, removeGroup, set, setCurrency } from '../menu-draft.js';
import { getStartingPrice } from '../menu-model.js';
import { formatAmount, formatAmountForField, listCurrencies, parseAmount } from '../money.js';
import { createButton } from './controls.js';
import { clearErrors, createField, createOptions, showFieldError } from './form.js';
import { createItem, createItemFields, createNames } from './menu-item-fields.js';
import { createTaxes } from './menu-taxes.js';

/**
 * Creates the fields.
 *
 * @param {{ menu: any, tag: string | null }} first the document with the tag of the stored draft that it is based on
 * @param {{ onChange: () => void, createPicture: (item: any) => Node | null, branches: [string, string][] }} how `createPicture` creates the field of an
 *   item's picture; `branches` are the ids and names of the restaurants that share the menu
 */
export function createMenuEditor(first, { onChange, createPicture, branches }) {
  let draft = structuredClone(first);
  let open = null; // the place of the part whose fields are shown
  let faults = [];
  const fields = createElement('div', { class: 'section-stack' });
  const hidden = createElement('input', { type: 'hidden', name: 'draft', value: JSON.stringify(draft) });
  const node = createElement('div', {}, hidden, fields);

  const changed = () => {
    hidden.value = JSON.stringify(draft);
    fields.dispatchEvent(new Event('input', { bubbles: true }));
    onChange();
  };
  const draw = () => {
    redraw(fields, createMenuFields(), draft.menu.sections.map(createSection),
      createElement('div', {}, createButton(translate('menuEditor.addSection'), addSection, { icon: 'plus', key: 'add-section' })), createOptionGroups());
    for (const { pointer, detail } of faults) showFault(pointer, detail);
  };
  /** Forgets the faults at a field, or all of them. */
  const clearFaults = (field = null) => {
    const left = field ? faults.filter(({ pointer }) => findField(pointer) !== field) : [];
    if (left.length === faults.length) return;
    faults = left;
    clearErrors(field ?? fields);
  };
  /** Changes the menu otherwise than by typing. Once parts have moved, faults have other places. */
  const change = (act, { movesParts = true } = {}) => {
    act();
    if (movesParts) clearFaults();
    draw();
    changed();
  };
  const toggle = (place) => {
    open = open === place ? null : place;
    draw();
  };
  hidden.addEventListener('change', () => {
    draft = JSON.parse(hidden.value);
    draw();
    onChange();
  });
  fields.addEventListener('input', ({ target }) => {
    const field = target.closest('[data-field]');
    if (field) clearFaults(field);
  }, { capture: true }); // before the field tells of its change

  /** Creates a field that writes what is typed into a member, or removes it if the field is empty. A name stays, even if it is empty. */
  const bind = (part, name, place, field, toValue = (text) => text) => {
    const created = createField({ autocomplete: 'off', ...field, name: place, value: part[name] });
    created.querySelector('.input').addEventListener('input', ({ target }) => {
      if (name === 'name') part.name = target.value;
      else set(part, name, target.value === '' ? '' : toValue(target.value));
      changed();
    });
    return created;
  };
  const bindAmount = (part, name, place, label) => {
    const value = Number.isInteger(part[name]) ? formatAmountForField(part[name], draft.menu.currency) : part[name];
    const created = createField({ name: place, label, value, inputmode: 'decimal', autocomplete: 'off', maxlength: 40 });
    created.querySelector('.input').addEventListener('input', ({ target }) => {
      part[name] = parseAmount(target.value, draft.menu.currency) ?? target.value;
      changed();
    });
    return created;
  };

  function createMenuFields() {
    const { menu } = draft;
    const currency = createField({ name: 'currency', label: translate('order.currency'), control: 'select', autocomplete: 'off', options: createOptions(listCurrencies(menu.currency), menu.currency) });
    currency.querySelector('.input').addEventListener('input', ({ target }) => change(() => setCurrency(menu, target.value), { movesParts: false }));
    return createElement('section', { class: 'form', 'aria-label': translate('menuEditor.all') },
      createElement('div', { class: 'two-columns' },
        bind(menu, 'name', 'name', { label: translate('menuEditor.menuName'), maxlength: 200 }),
        bind(menu, 'language', 'language', { label: translate('menuEditor.language'), maxlength: 20 }),
        currency),
      createTaxes(menu, { change, changed }),
      renderNewer(menu, 'menu'));
  }

  function createSection(section, at) {
    const place = `sections-${at}`;
    return createElement('section', { class: 'section', 'aria-label': section.name || translate('menuEditor.section', { number: at + 1 }) },
      createElement('div', { class: 'menu-head' },
        createElement('h2', { dir: 'auto' }, section.name || translate('menuEditor.section', { number: at + 1 })), createPartButtons(draft.menu.sections, at, section.name, place)),
      open === place ? createElement('div', { class: 'group form' },
        bind(section, 'name', `${place}-name`, { label: translate('menuEditor.name'), maxlength: 200 }),
        bind(section, 'description', `${place}-description`, { label: translate('menuEditor.description'), control: 'textarea', rows: 2, maxlength: 1000 }),
        bind(section, 'hours', `${place}-hours`, { label: translate('menuEditor.hours'), hint: translate('menuEditor.hoursHint'), dir: 'ltr', maxlength: 2000 }),
        createNames(draft.menu, section, place, { bind, changed }), renderNewer(section, 'section'), createRemoveButton(draft.menu.sections, at, section.name)) : null,
      section.items.length > 0 ? createElement('ul', { class: 'group' }, section.items.map((item, number) => createElement('li', {}, createItemRow(section.items, item, number, `${place}-items-${number}`)))) : null,
      createElement('div', { class: 'actions spaced' }, ['dish', 'combo'].map((kind) =>
        createButton(translate(`menuEditor.add.${kind}`), () => addItem(section, at, kind), { variant: 'plain', icon: 'plus', key: `${place}-add-${kind}` }))));
  }

  function createItemRow(items, item, at, place) {
    return [
      createElement('div', { class: 'menu-row' },
        createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, item.name || translate('menuEditor.unnamed')), createElement('span', { class: 'secondary' }, describePrice(draft.menu, item))),
        createPartButtons(items, at, item.name, place)),
      open === place ? createElement('div', { class: 'form menu-fields' }, createItemFields(draft.menu, item, place, { bind, bindAmount, change, changed, branches }), createPicture(item),
        renderNewer(item, 'item'), createRemoveButton(items, at, item.name)) : null,
    ];
  }

  function createOptionGroups() {
    const groups = draft.menu.optionGroups ?? [];
    return createElement('section', { class: 'section', 'aria-labelledby': 'groups' },
      createElement('h2', { id: 'groups' }, translate('menuEditor.groups')), createElement('p', { class: 'secondary' }, translate('menuEditor.groupsText')),
      groups.length > 0 ? createElement('ul', { class: 'group' }, groups.map((group, at) => createElement('li', {}, createGroupRow(groups, group, at)))) : null,
      createElement('div', { class: 'actions spaced' }, createButton(translate('menuEditor.addGroup'), addGroup, { variant: 'plain', icon: 'plus', key: 'add-group' })));
  }

  function createGroupRow(groups, group, at) {
    const place = `optionGroups-${at}`;
    const addOption = () => change(() => group.options.push({ key: createKey('option'), name: '', priceMinor: 0, preselected: false }));
    return [
      createElement('div', { class: 'menu-row' },
        createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, group.name || translate('menuEditor.unnamed')), createElement('span', { class: 'secondary', dir: 'auto' }, group.options.map(({ name }) => name).join(', '))),
        createPartButtons(groups, at, group.name, place)),
      open === place ? createElement('div', { class: 'form menu-fields' },
        bind(group, 'name', `${place}-name`, { label: translate('menuEditor.name'), maxlength: 200 }),
        createElement('div', { class: 'two-columns' },
          bind(group, 'least', `${place}-least`, { label: translate('menuEditor.least'), type: 'number', min: 0, max: 99 }, Number),
          bind(group, 'most', `${place}-most`, { label: translate('menuEditor.most'), hint: translate('menuEditor.mostHint'), type: 'number', min: 1, max: 99 }, Number)),
        group.options.map((option, number) => createElement('div', { class: 'inline-form' },
          bind(option, 'name', `${place}-options-${number}-name`, { label: translate('menuEditor.option', { number: number + 1 }), maxlength: 200 }),
          bindAmount(option, 'priceMinor', `${place}-options-${number}-priceMinor`, translate('menuEditor.surcharge', { currency: draft.menu.currency })),
          createButton('', () => change(() => group.options.splice(number, 1)), { variant: 'round plain', icon: 'cross', key: `${place}-option-${number}`, label: translate('menuEditor.removeOf', { name: option.name || translate('menuEditor.option', { number: number + 1 }) }) }))),
        createElement('div', {}, createButton(translate('menuEditor.addOption'), addOption, { variant: 'plain', icon: 'plus', key: `${place}-add-option` })),
        createNames(draft.menu, group, place, { bind, changed }), renderNewer(group, 'group'),
        createElement('div', {}, createButton(translate('menuEditor.remove'), () => { open = null; change(() => removeGroup(draft.menu, at)); }, { variant: 'plain danger', label: translate('menuEditor.removeOf', { name: group.name }) }))) : null,
    ];
  }

  /** Creates the buttons that move a part and show its fields. */
  function createPartButtons(list, at, name, place) {
    const label = (key) => translate(`menuEditor.${key}`, { name: name || translate('menuEditor.unnamed') });
    const shift = (by) => {
      open = null;
      change(() => move(list, at, by));
    };
    const arrow = (by, key) => createElement('button', { type: 'button', class: 'button round plain', disabled: at + by < 0 || at + by >= list.length, 'data-key': `${place}-${key}`, 'aria-label': label(key), on: { click: () => shift(by) } },
      createElement('span', { 'aria-hidden': 'true' }, by < 0 ? '↑' : '↓'));
    const edit = createButton('', () => toggle(place), { variant: 'round plain', icon: open === place ? 'check' : 'pencil', key: `${place}-edit`, label: label('edit') });
    edit.setAttribute('aria-expanded', String(open === place));
    return createElement('span', { class: 'menu-tools' }, arrow(-1, 'up'), arrow(1, 'down'), edit);
  }

  function createRemoveButton(list, at, name) {
    const act = () => {
      open = null;
      change(() => list.splice(at, 1));
    };
    return createElement('div', {}, createButton(translate('menuEditor.remove'), act, { variant: 'plain danger', label: translate('menuEditor.removeOf', { name: name || translate('menuEditor.unnamed') }) }));
  }

  function openAndFocus(place) {
    draw();
    changed();
    fields.querySelector(`[data-field="${place}-name"] .input`)?.focus();
  }

  function addSection() {
    draft.menu.sections.push({ key: createKey('section'), name: '', items: [] });
    open = `sections-${draft.menu.sections.length - 1}`;
    openAndFocus(open);
  }

  function addItem(section, at, kind) {
    section.items.push(createItem(draft.menu, kind));
    open = `sections-${at}-items-${section.items.length - 1}`;
    openAndFocus(open);
  }

  function addGroup() {
    draft.menu.optionGroups ??= [];
    draft.menu.optionGroups.push({ key: createKey('choice'), name: '', least: 0, mostOfEach: 1, options: [] });
    open = `optionGroups-${draft.menu.optionGroups.length - 1}`;
    openAndFocus(open);
  }

  /** Shows a fault at the field of its pointer, or of the nearest part around it that has one. */
  function showFault(pointer, detail) {
    const field = findField(pointer);
    if (!field || field.querySelector('.error')) return;
    if (field.querySelector('input, textarea, select')) showFieldError(fields, field.dataset.field, detail);
    else field.append(createElement('p', { class: 'error' }, detail));
  }

  function findField(pointer) {
    const parts = pointer.split('/').slice(1);
    while (parts.length > 0) {
      const field = fields.querySelector(`[data-field="${CSS.escape(parts.join('-'))}"]`);
      if (field) return field;
      parts.pop();
    }
    return null;
  }

  draw();
  return {
    node,
    getDraft: () => draft,
    setDraft: (next) => {
      draft = structuredClone(next);
      faults = [];
      hidden.value = JSON.stringify(draft);
      draw();
    },
    /** Bases the draft on another stored one. */
    setTag: (tag) => {
      draft.tag = tag;
      clearFaults();
      changed();
    },
    /** Returns the faults that were not corrected yet. */
    getFaults: () => faults,
    setFaults: (found) => {
      faults = found;
      draw();
    },
    /** Names the part that a fault is in. */
    describePlace: (pointer) => describePlace(draft.menu, pointer),
    /** Opens the part that a fault is in, and focuses its field. */
    jumpTo: (pointer) => {
      open = findPart(pointer) ?? open;
      draw();
      const field = findField(pointer);
      field?.closest('details')?.setAttribute('open', '');
      const target = field?.querySelector('input, textarea, select') ?? fields.querySelector(`[data-key="${open}-edit"]`);
      target?.focus();
      target?.scrollIntoView({ block: 'center' });
    },
  };
}

function renderNewer(part, kind) {
  const names = listNewer(part, kind);
  const inner = [...(part.variants ?? []), ...(part.slots ?? []), ...(part.options ?? [])];
  const hasMore = part.notAt || part.mayContain || part.preparationMinutes || inner.some(({ names, adds, removes }) => names || adds || removes) || part.options?.some(({ prices }) => prices);
  return [
    names.length > 0 ? createElement('p', { class: 'banner' }, translate('menuEditor.newer', { list: names.join(', ') })) : null,
    hasMore ? createElement('p', { class: 'hint' }, translate('menuEditor.kept')) : null,
  ];
}

/** Describes the price of an item, unless it cannot be calculated yet. */
export function describePrice(menu, item) {
  const prices = item.variants ? item.variants.map(({ priceMinor }) => priceMinor) : [item.priceMinor];
  if (prices.length === 0 || !prices.every(Number.isInteger)) return translate('order.noPrice');
  const { amount, hasOthers } = getStartingPrice(menu, item);
  if (!Number.isFinite(amount)) return translate('order.noPrice');
  return hasOthers ? translate('dishMenu.from', { amount: formatAmount(amount, menu.currency) }) : formatAmount(amount, menu.currency);
}

function describePlace(menu, pointer) {
  const [, list, at, inner, number] = pointer.split('/');
  if (list === 'optionGroups') return menu.optionGroups?.[at]?.name || translate('menuEditor.groups');
  const section = list === 'sections' ? menu.sections[at] : null;
  const item = inner === 'items' ? section?.items[number] : null;
  return item ? item.name || translate('menuEditor.unnamed') : section?.name || translate('dishMenu.title');
}

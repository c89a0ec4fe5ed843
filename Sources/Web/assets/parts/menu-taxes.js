/** The taxes of a menu in its editor: classes of goods with a rate, and with other rates for ways of eating. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createKey, FULFILMENTS, setRate } from '../menu-draft.js';
import { listItems } from '../menu-model.js';
import { createButton } from './controls.js';
import { createField } from './form.js';

/** Names a class of goods by the name and the rate of its tax. */
export function describeTax(taxes, key) {
  const [first] = taxes.filter((tax) => tax.key === key);
  return first?.percent ? translate('menuEditor.taxOf', { name: first.name, percent: first.percent }) : (first?.name || key);
}

/**
 * Creates the fields. Either all items have a tax or none has.
 *
 * @param {any} menu
 * @param {{ change: Function, changed: Function }} how
 */
export function createTaxes(menu, { change, changed }) {
  const keys = [...new Set((menu.taxes ?? []).map(({ key }) => key))];
  const add = () => change(() => {
    const key = createKey('tax');
    (menu.taxes ??= []).push({ key, name: '', percent: '' });
    for (const item of listItems(menu)) item.tax ??= key;
  });
  const remove = (key) => change(() => {
    const rest = menu.taxes.filter((tax) => tax.key !== key);
    if (rest.length > 0) menu.taxes = rest;
    else delete menu.taxes;
    for (const item of listItems(menu)) {
      if (rest.length === 0) delete item.tax;
      else if (item.tax === key) item.tax = rest[0].key;
    }
  });
  return createElement('fieldset', { class: 'form tight', 'data-field': 'taxes' }, createElement('legend', { class: 'label' }, translate('menuEditor.taxes')),
    keys.map((key, at) => createClass(key, at + 1)),
    createElement('div', {}, createButton(translate('menuEditor.addTax'), add, { variant: 'plain', icon: 'plus', key: 'add-tax' })));

  function createClass(key, number) {
    const rows = menu.taxes.filter((tax) => tax.key === key);
    const rate = (fulfilment, label) => {
      const row = rows.find((tax) => tax.fulfilment === fulfilment);
      const name = row ? `taxes-${menu.taxes.indexOf(row)}-percent` : `${key}-${fulfilment ?? 'rate'}`;
      const field = createField({ name, label, value: row?.percent, inputmode: 'decimal', autocomplete: 'off', maxlength: 20 });
      field.querySelector('.input').addEventListener('input', ({ target }) => {
        setRate(menu, key, fulfilment, target.value.trim().replace(',', '.'));
        changed();
      });
      return field;
    };
    const name = createField({ name: `taxes-${menu.taxes.indexOf(rows[0])}-name`, label: translate('menuEditor.tax', { number }), value: rows[0].name, autocomplete: 'off', maxlength: 200 });
    name.querySelector('.input').addEventListener('input', ({ target }) => {
      for (const tax of menu.taxes.filter((one) => one.key === key)) tax.name = target.value;
      changed();
    });
    return createElement('div', { class: 'form tight menu-part', role: 'group', 'aria-label': translate('menuEditor.tax', { number }) },
      createElement('div', { class: 'inline-form' }, name, rate(undefined, translate('menuEditor.percent')),
        createButton('', () => remove(key), { variant: 'round plain', icon: 'cross', key: `${key}-remove`, label: translate('menuEditor.removeOf', { name: rows[0].name || translate('menuEditor.tax', { number }) }) })),
      createElement('div', { class: 'two-columns' }, FULFILMENTS.map((how) => rate(how, translate('menuEditor.percentFor', { how: translate(`order.how.${how}`) })))));
  }
}

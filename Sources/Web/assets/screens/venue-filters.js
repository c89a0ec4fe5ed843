/** The filters that the owners of a venue save: each is run with the values that it asks for. */
import { get, getAll, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { guessCurrency } from '../money.js';
import { localTimeZone } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { createButton } from '../parts/controls.js';
import { confirmAction, openFormDialog } from '../parts/dialog.js';
import { createValueField, getFieldType, isKnown, listComparisons, readValue } from '../parts/filter-condition.js';
import { renderFilterForm } from '../parts/filter-form.js';
import { renderHistoryList } from '../parts/history-list.js';
import { createFactLine } from '../parts/labels.js';
import { fetchPublishedMenu } from '../parts/published-menu.js';
import { renderSale } from '../parts/sales-list.js';
import { renderVenueHeader } from '../parts/venue-header.js';

export default async function loadVenueFiltersScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const results = createElement('div', { role: 'status' });
  const fetchAll = async (options) => {
    const venue = await get(path, options);
    if (venue.state !== 'verified') return { venue };
    const [menu, filters] = await Promise.all([fetchPublishedMenu(id, options), getAll(`${path}/filters`, options)]);
    return { venue, filters, currency: menu?.currency ?? guessCurrency(venue.timeZone) };
  };
  let form = null; // the same over a refresh, which keeps what was typed
  let read = await fetchAll({ signal });
  const edit = (filter) => {
    form = filter ? renderFilterForm(path, read.currency, filter, () => edit(null)) : null;
    draw(read);
    form.querySelector('input').focus();
  };
  const draw = ({ venue, filters, currency }) => redraw(content, renderVenueHeader(venue, '/filters'),
    venue.state === 'verified' ? [createElement('div', {}, renderFilters(path, venue, filters, currency, results, edit), results), form ??= renderFilterForm(path, currency)]
      : createElement('p', { class: 'secondary' }, translate('filters.later')));
  draw(read);
  return { title: translate('venue.filters'), content, concerns: () => false, refresh: async () => {
    read = await fetchAll();
    draw(read);
  } };
}

function renderFilters(path, venue, filters, currency, results, edit) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'saved-filters' },
    createElement('h2', { id: 'saved-filters' }, translate('filters.savedFilters')),
    filters.length === 0 ? createElement('p', { class: 'secondary' }, translate('filters.none'))
      : createElement('ul', { class: 'rows' }, filters.map((filter) => createElement('li', { class: 'row wrap' },
        createElement('span', { class: 'row-body' },
          createElement('span', { class: 'row-title', dir: 'auto' }, filter.name), createElement('span', { class: 'secondary' }, translate(`filters.kinds.${filter.kind}`))),
        createButton(translate('filters.run'), () => start(path, venue, filter, currency, results), { key: `run-${filter.id}`, label: translate('filters.runName', { name: filter.name }) }),
        isKnown(filter) ? createButton(translate('customers.edit'), () => edit(filter), { variant: 'plain', key: `edit-${filter.id}`, label: translate('filters.editName', { name: filter.name }) }) : null,
        createButton('', () => confirmAction({ title: 'filters.deleteTitle', text: 'filters.deleteText', yes: 'customers.delete', isDanger: true }, { name: filter.name }, () => remove(`${path}/filters/${filter.id}`)),
          { variant: 'round plain', icon: 'cross', key: `delete-${filter.id}`, label: translate('filters.delete', { name: filter.name }) })))));
}

/** Runs a filter, after a dialog for its parameters if it has any. */
function start(path, venue, filter, currency, results) {
  const types = new Map(listComparisons(filter.where).flatMap(({ field, values }) => values.filter((value) => value?.parameter).map(({ parameter }) => [parameter, [field, getFieldType(filter.kind, field)]])));
  const run = async (typed) => {
    const values = Object.fromEntries(filter.parameters.map(({ name }) => [name, readValue(types.get(name)[1], typed[name], currency)]));
    await showResults(path, venue, filter, values, results);
  };
  if (filter.parameters.length === 0) {
    tryAction(() => run({}));
    return;
  }
  openFormDialog({
    title: filter.name, yes: translate('filters.run'),
    fields: filter.parameters.map(({ name }) => createValueField(types.get(name)[1], describeParameter(name, types.get(name)[0]), name)),
    act: run,
  });
}

/** Names a parameter by its field, and by the end of a range if it is one. */
function describeParameter(name, field) {
  const label = translate(`filters.fields.${field}`);
  const end = /(Least|Most)\d*$/.exec(name)?.[1];
  return end ? `${label}: ${translate(`filters.${end.toLowerCase()}`)}` : label;
}

async function showResults(path, venue, filter, values, results) {
  const list = `${path}/${filter.kind}?${new URLSearchParams({ filter: filter.id, values: JSON.stringify(values) })}`;
  const page = await get(list);
  const more = { more: translate('customers.more') };
  redraw(results, createElement('section', { class: 'section', 'aria-labelledby': 'filter-results' },
    createElement('h2', { id: 'filter-results' }, translate('filters.results', { name: filter.name })),
    page.items.length === 0 ? createElement('p', { class: 'secondary' }, translate('filters.nothing'))
      : filter.kind === 'sales' ? renderHistoryList(list, page, (sale) => renderSale(path, sale, venue.timeZone ?? localTimeZone), more)
        : renderHistoryList(list, page, (customer) => createElement('li', { class: 'row' }, createElement('a', { class: 'row-body', href: `/venues/${venue.id}/customers/${customer.id}` },
          createElement('span', { class: 'row-title', dir: 'auto' }, customer.name), createFactLine([customer.phone, customer.email]))), { list: 'ul', className: 'rows', ...more })));
}

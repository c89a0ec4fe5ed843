/** The customers of a venue by name, with a search. Owners see those that were deleted, too. */
import { get, post } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { navigate } from '../page.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { createCustomerFields, readCustomer } from '../parts/customer-fields.js';
import { openFormDialog } from '../parts/dialog.js';
import { createField } from '../parts/form.js';
import { renderHistoryList } from '../parts/history-list.js';
import { createFactLine } from '../parts/labels.js';
import { showToast } from '../parts/toast.js';
import { createSearch } from '../parts/typed-search.js';
import { renderVenueHeader } from '../parts/venue-header.js';

export default async function loadVenueCustomersScreen({ parameters: { id }, query, signal }) {
  const path = `/v1/venues/${id}`;
  const address = `/venues/${id}/customers`;
  const isDeleted = query.get('deleted') === 'true';
  const venue = await get(path, { signal });
  const results = createElement('div', {});
  const field = createField({ name: 'q', label: translate('customers.search'), type: 'search', enterkeyhint: 'search', autocomplete: 'off', maxlength: 200 });
  const input = field.querySelector('input');
  const search = createSearch(results, async (running) => {
    const chosen = new URLSearchParams({ ...(input.value.trim() ? { q: input.value.trim() } : {}), ...(isDeleted ? { deleted: true } : {}) });
    const list = `${path}/customers?${chosen}`;
    const page = await get(list, { signal: running });
    const none = input.value.trim() ? 'customers.noneFound' : isDeleted ? 'customers.noneDeleted' : 'customers.none';
    redraw(results, page.items.length === 0 ? createElement('p', { class: 'secondary' }, translate(none))
      : renderHistoryList(list, page, (customer) => renderCustomer(address, customer), { list: 'ul', className: 'rows', more: translate('customers.more') }));
  });
  input.addEventListener('input', search.soon);
  const content = createElement('div', { class: 'narrow section-stack' }, renderVenueHeader(venue, '/customers'),
    venue.state === 'verified' ? createElement('section', { class: 'section', 'aria-labelledby': 'customers' },
      createElement('h2', { id: 'customers' }, translate(isDeleted ? 'customers.deleted' : 'customers.all')),
      createElement('p', { class: 'secondary' }, translate(isDeleted ? 'customers.deletedText' : 'customers.text')),
      createElement('form', { class: 'form', role: 'search', on: { submit: (event) => { event.preventDefault(); search.now(); } } }, field),
      createElement('p', { class: 'actions spaced' },
        isDeleted ? null : createButton(translate('customers.add'), () => openAddForm(path, address), { icon: 'plus', key: 'add-customer' }),
        venue.role === 'owner' ? createButtonLink(translate(isDeleted ? 'customers.all' : 'customers.deleted'), isDeleted ? address : `${address}?deleted=true`, { variant: 'plain', key: 'deleted' }) : null,
        venue.role === 'owner' && !isDeleted ? createElement('a', { class: 'button plain', href: `${path}/records/customers`, download: true }, translate('customers.download')) : null),
      results) : createElement('p', { class: 'secondary' }, translate('customers.later')));
  if (venue.state === 'verified') await search.now();
  return { title: translate('venue.customers'), content, concerns: () => false, refresh: search.now };
}

const renderCustomer = (address, { id, name, email, phone }) => createElement('li', { class: 'row' },
  createElement('a', { class: 'row-body', href: `${address}/${id}`, 'data-key': id }, createElement('span', { class: 'row-title', dir: 'auto' }, name), createFactLine([phone, email])));

function openAddForm(path, address) {
  openFormDialog({
    title: translate('customers.add'), yes: translate('action.save'), fields: createCustomerFields(),
    act: async (values) => {
      const { id, name } = await post(`${path}/customers`, readCustomer(values));
      showToast(translate('customers.added', { name }));
      navigate(`${address}/${id}`);
    },
  });
}

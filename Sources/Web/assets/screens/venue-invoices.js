/** The invoices of a venue by their numbers, newest first. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { formatFullDate } from '../time.js';
import { createButtonLink } from '../parts/controls.js';
import { renderHistoryList } from '../parts/history-list.js';
import { createFactLine } from '../parts/labels.js';
import { renderVenueHeader } from '../parts/venue-header.js';

export default async function loadVenueInvoicesScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const fetchAll = async (options) => {
    const venue = await get(path, options);
    return [venue, venue.state === 'verified' ? await get(`${path}/invoices`, options) : { items: [] }];
  };
  const draw = ([venue, page]) => redraw(content, renderVenueHeader(venue, '/records'),
    createElement('section', { class: 'section', 'aria-labelledby': 'invoices' },
      createButtonLink(translate('invoices.back'), `/venues/${id}/records`, { variant: 'plain', icon: 'back' }),
      createElement('h2', { id: 'invoices' }, translate('invoices.title')),
      page.items.length === 0 ? createElement('p', { class: 'secondary' }, translate('invoices.none'))
        : renderHistoryList(`${path}/invoices`, page, (invoice) => renderInvoice(id, invoice), { list: 'ul', className: 'rows', more: translate('invoices.older') })));
  draw(await fetchAll({ signal }));
  return { title: translate('invoices.title'), content, concerns: () => false, refresh: async () => draw(await fetchAll()) };
}

const renderInvoice = (venue, { id, number, issuedOn, recipient, totalMinor, currency, cancellation }) => createElement('li', { class: 'row' },
  createElement('a', { class: 'row-body', href: `/venues/${venue}/invoices/${id}`, 'data-key': id },
    createElement('span', { class: 'row-title' }, translate('invoices.number', { number })),
    createFactLine([recipient.name, formatFullDate(issuedOn), formatAmount(totalMinor, currency)]),
    cancellation ? createElement('span', { class: 'danger' }, translate('invoices.isCancelled', { number: cancellation.number })) : null));

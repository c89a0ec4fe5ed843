/** The sales of a venue one by one, newest first. Owners void them, add tips that came later, and write invoices. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { navigate, refreshScreen } from '../page.js';
import { formatDateTime } from '../time.js';
import { createButtonLink } from './controls.js';
import { openFormDialog } from './dialog.js';
import { createField } from './form.js';
import { renderHistoryList } from './history-list.js';
import { createFactLine } from './labels.js';
import { createMenuButton } from './menu.js';

/** @param {string | null} customer the id of the only customer whose sales are shown */
export function renderSalesList(path, page, zone, customer = null) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'sales-list' },
    createElement('h2', { id: 'sales-list' }, translate('sales.list')),
    page.items.length === 0 ? createElement('p', { class: 'secondary' }, translate(customer ? 'customers.noSales' : 'sales.noSales'))
      : renderHistoryList(customer ? `${path}/sales?customer=${customer}` : `${path}/sales`, page, (sale) => renderSale(path, sale, zone)),
    customer ? null : createElement('p', { class: 'spaced' }, createButtonLink(translate('sales.invoices'), `${path.replace('/v1', '')}/invoices`, { variant: 'plain', key: 'invoices' })));
}

export function renderSale(path, sale, zone) {
  const { id, source, number, at, currency, totalMinor, madeBy, customer, invoice, voidedAt, voidReason, lines } = sale;
  const title = source === 'order' ? translate('sales.ofOrder', { number: number ?? 0 }) : translate('sales.byHand');
  const amount = formatAmount(totalMinor, currency);
  return createElement('li', {}, createElement('div', { class: 'update' },
    createElement('span', { class: 'row-body' },
      createElement('span', { class: 'row-title' }, title),
      createElement('span', { class: 'secondary' }, lines.flatMap((line, at) => [at > 0 ? ' · ' : null, createElement('bdi', {}, describeLine(line, currency))])),
      createFactLine([formatDateTime(at, zone), customer ? translate('sales.for', { name: customer.name }) : null, madeBy?.name], 'fine-print'),
      invoice ? createElement('span', {}, createButtonLink(translate('sales.openInvoice', { number: invoice.number }), `${path.replace('/v1', '')}/invoices/${invoice.id}`, { variant: 'plain', key: `invoice-${id}` })) : null,
      voidedAt ? createElement('span', { class: 'danger', dir: 'auto' }, voidReason ? translate('sales.voided', { reason: voidReason }) : translate('sales.voidedOnly')) : null),
    createElement('span', { class: 'order-outcome' },
      voidedAt ? createElement('del', {}, createElement('bdi', {}, amount)) : createElement('bdi', {}, amount),
      voidedAt ? null : createMenuButton(`${title}, ${amount}`, [
        { label: translate('sales.addTip'), act: () => openTipForm(`${path}/sales/${id}`, currency), asks: true },
        invoice ? null : { label: translate('sales.invoice'), act: () => writeInvoice(path, sale), asks: true },
        { label: translate('sales.void'), act: () => openVoidForm(`${path}/sales/${id}`), variant: 'danger', asks: true },
      ].filter(Boolean), `more-${id}`))));
}

function describeLine({ kind, name, options, quantity, amountMinor }, currency) {
  if (kind === 'tip') return translate('sales.tip', { amount: formatAmount(amountMinor, currency) });
  return translate('sales.line', { count: quantity, name: [name, options].filter(Boolean).join(', ') });
}

/** The form comes with its texts when it is wanted. */
async function writeInvoice(path, sale) {
  const { openInvoiceForm } = await import('./invoice-form.js');
  await openInvoiceForm(path, sale, (invoice) => navigate(`${path.replace('/v1', '')}/invoices/${invoice}`));
}

function openVoidForm(path) {
  openFormDialog({
    title: translate('sales.voidTitle'), text: translate('sales.voidText'), yes: translate('sales.void'),
    fields: [createField({ name: 'reason', label: translate('sales.reason'), required: true, maxlength: 200, autocomplete: 'off' })],
    act: async ({ reason }) => {
      await post(`${path}/void`, { reason });
      refreshScreen();
    },
  });
}

function openTipForm(path, currency) {
  openFormDialog({
    title: translate('sales.addTip'), yes: translate('action.save'),
    fields: [createField({ name: 'amount', label: translate('sales.amount', { currency }), required: true, inputmode: 'decimal', autocomplete: 'off' })],
    act: async ({ amount }) => {
      await post(`${path}/tips`, { amount });
      refreshScreen();
    },
  });
}

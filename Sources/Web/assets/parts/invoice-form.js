/** The form that writes the invoice of a sale. */
import { get, post } from '../api.js';
import { createElement } from '../dom.js';
import { loadMessages, translate } from '../localization.js';
import { openFormDialog } from './dialog.js';
import { createField } from './form.js';
import { showToast } from './toast.js';

/**
 * Opens the form.
 *
 * @param {string} venue the path of the venue
 * @param {object} sale only the invoice of an order's sale can be linked to a member
 * @param {(invoice: string) => void} show called with the id of the invoice, also of one that the sale already has
 */
export async function openInvoiceForm(venue, { id: sale, source, customer }, show) {
  const [{ taxNumber: own }] = await Promise.all([get(venue), loadMessages('invoices')]);
  const create = (field, key, attributes) => createField({ name: field, label: translate(key), autocomplete: 'off', ...attributes });
  openFormDialog({
    title: translate('invoices.writeTitle'), text: translate('invoices.writeText'), yes: translate('invoices.write'),
    fields: [
      own ? null : createElement('p', {}, translate('invoices.noTaxNumber')),
      create('name', 'invoices.name', { value: customer?.name ?? '', required: true, maxlength: 200 }),
      create('address', 'invoices.address', { control: 'textarea', required: true, maxlength: 500, rows: 3 }),
      create('taxNumber', 'invoices.taxNumber', { maxlength: 40 }),
      source === 'order' ? create('email', 'invoices.email', { type: 'email', maxlength: 254, hint: translate('invoices.emailHint') }) : null,
    ],
    act: async ({ name: recipient, address, taxNumber, email }) => {
      try {
        const { id } = await post(`${venue}/sales/${sale}/invoice`, { name: recipient, address, ...(taxNumber ? { taxNumber } : {}), ...(email ? { email } : {}) });
        show(id);
      } catch (error) {
        if (error.code !== 'invoice_exists') throw error;
        showToast(error.message);
        show(error.invoice.id);
      }
    },
  });
}

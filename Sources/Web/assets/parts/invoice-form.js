/** The form that writes the invoice of a sale. */
import { post } from '../api.js';
import { loadMessages, translate } from '../localization.js';
import { openFormDialog } from './dialog.js';
import { createField } from './form.js';

/**
 * Opens the form.
 *
 * @param {string} path where the invoice is written
 * @param {string | undefined} name the customer of the sale
 * @param {(invoice: string) => void} show called with the id of the invoice
 */
export async function openInvoiceForm(path, name, show) {
  await loadMessages('invoices');
  const create = (field, key, attributes) => createField({ name: field, label: translate(key), autocomplete: 'off', ...attributes });
  openFormDialog({
    title: translate('invoices.writeTitle'), text: translate('invoices.writeText'), yes: translate('invoices.write'),
    fields: [
      create('name', 'invoices.name', { value: name ?? '', required: true, maxlength: 200 }),
      create('address', 'invoices.address', { control: 'textarea', required: true, maxlength: 500, rows: 3 }),
      create('taxNumber', 'invoices.taxNumber', { maxlength: 40 }),
      create('email', 'invoices.email', { type: 'email', maxlength: 254, hint: translate('invoices.emailHint') }),
    ],
    act: async ({ name: recipient, address, taxNumber, email }) => {
      const { id } = await post(path, { name: recipient, address, ...(taxNumber ? { taxNumber } : {}), ...(email ? { email } : {}) });
      show(id);
    },
  });
}

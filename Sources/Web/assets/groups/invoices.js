/** The invoices of a venue. */
import { loadMessages } from '../localization.js';

export { default as venueInvoice } from '../screens/venue-invoice.js';
export { default as venueInvoices } from '../screens/venue-invoices.js';

await Promise.all([loadMessages('venues'), loadMessages('invoices')]);

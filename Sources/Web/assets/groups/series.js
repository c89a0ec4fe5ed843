/** The screens of a series, and receipts of orders. */
import { loadMessages } from '../localization.js';

export { default as editSeries } from '../screens/edit-series.js';
export { default as orderReceipt } from '../screens/order-receipt.js';
export { default as series } from '../screens/series.js';
export { default as seriesReceipts } from '../screens/series-receipts.js';

await loadMessages('series');

/** The receipt of an order, whose texts are with those of the receipts of a series. */
import { loadMessages } from '../localization.js';

export { default as orderReceipt } from '../screens/order-receipt.js';

await loadMessages('series');

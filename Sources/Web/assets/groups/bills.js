/** The screens of bills. */
import { loadMessages } from '../localization.js';

export { default as editBill } from '../screens/edit-bill.js';
export { default as outingBill } from '../screens/outing-bill.js';

await loadMessages('bills');

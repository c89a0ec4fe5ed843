/** The screens of bills. */
export { default as editBill } from '../screens/edit-bill.js';
export { default as outingBill } from '../screens/outing-bill.js';

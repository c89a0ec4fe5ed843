/** The screens of group orders. */
export { default as orderHistory } from '../screens/order-history.js';
export { default as orderMenu } from '../screens/order-menu.js';
export { default as orderSheet } from '../screens/order-sheet.js';
export { default as ownOrders } from '../screens/own-orders.js';

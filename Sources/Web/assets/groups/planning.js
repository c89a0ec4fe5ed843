/** The screens that plan an outing or a series, and those that an outing's page leads to. */
export { default as editOuting } from '../screens/edit-outing.js';
export { default as editSeries } from '../screens/edit-series.js';
export { default as newOuting } from '../screens/new-outing.js';
export { default as orderHistory } from '../screens/order-history.js';
export { default as orderSheet } from '../screens/order-sheet.js';
export { default as outingHistory } from '../screens/outing-history.js';
export { default as outingPeople } from '../screens/outing-people.js';
export { default as outingSuggestions } from '../screens/outing-suggestions.js';
export { default as series } from '../screens/series.js';

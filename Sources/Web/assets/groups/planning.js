/** The screens that plan an outing or a series. */
export { default as editOuting } from '../screens/edit-outing.js';
export { default as editSeries } from '../screens/edit-series.js';
export { default as newOuting } from '../screens/new-outing.js';
export { default as series } from '../screens/series.js';

/** The screens of a series. */
export { default as editSeries } from '../screens/edit-series.js';
export { default as series } from '../screens/series.js';

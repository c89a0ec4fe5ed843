/** The screens of a series. */
import { loadMessages } from '../localization.js';

export { default as editSeries } from '../screens/edit-series.js';
export { default as series } from '../screens/series.js';
export { default as seriesReceipts } from '../screens/series-receipts.js';

await loadMessages('series');

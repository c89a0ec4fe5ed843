/** What a venue has sold. */
import { loadMessages } from '../localization.js';

export { default as venueRecords } from '../screens/venue-records.js';

await Promise.all([loadMessages('venues'), loadMessages('records')]);

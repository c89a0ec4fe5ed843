/** What a venue has sold, its customers, and filters of both. */
import { loadMessages } from '../localization.js';

export { default as venueCustomer } from '../screens/venue-customer.js';
export { default as venueCustomers } from '../screens/venue-customers.js';
export { default as venueFilters } from '../screens/venue-filters.js';
export { default as venueRecords } from '../screens/venue-records.js';

await Promise.all([loadMessages('venues'), loadMessages('records')]);

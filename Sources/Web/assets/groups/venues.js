/** The screens with which restaurants are claimed and run. */
import { loadMessages } from '../localization.js';

export { default as claim } from '../screens/claim.js';
export { default as menuEditor } from '../screens/menu-editor.js';
export { default as newVenue } from '../screens/new-venue.js';
export { default as venue } from '../screens/venue.js';
export { default as venueHistory } from '../screens/venue-history.js';
export { default as venuePeople } from '../screens/venue-people.js';
export { default as venueStations } from '../screens/venue-stations.js';
export { default as venueStock } from '../screens/venue-stock.js';

await loadMessages('venues');

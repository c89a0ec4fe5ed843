/** The screens of friends and circles. */
import { loadMessages } from '../localization.js';

export { default as circle } from '../screens/circle.js';
export { default as friends } from '../screens/friends.js';

await loadMessages('people');

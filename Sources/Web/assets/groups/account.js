/** The screens about the person, their venues among them, and those for visitors. */
import { loadMessages } from '../localization.js';

export { default as pair } from '../screens/pair.js';
export { default as settings } from '../screens/settings.js';
export { default as signIn } from '../screens/sign-in.js';
export { default as venues } from '../screens/venues.js';

await loadMessages('account');

/** The screens about the person, their venues among them, and those for visitors. */
export { default as pair } from '../screens/pair.js';
export { default as settings } from '../screens/settings.js';
export { default as signIn } from '../screens/sign-in.js';
export { default as venues } from '../screens/venues.js';

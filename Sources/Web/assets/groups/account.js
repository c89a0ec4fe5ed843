/** The screens about the person, and those for visitors. */
export { default as about } from '../screens/about.js';
export { default as privacy } from '../screens/privacy.js';
export { default as settings } from '../screens/settings.js';
export { default as signIn } from '../screens/sign-in.js';

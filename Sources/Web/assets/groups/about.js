/** The screens about the service. */
import { loadMessages } from '../localization.js';

export { default as about } from '../screens/about.js';
export { default as privacy } from '../screens/privacy.js';

await loadMessages('about');

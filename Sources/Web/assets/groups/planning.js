/** The screens that plan an outing. */
export { default as editOuting } from '../screens/edit-outing.js';
export { default as newOuting } from '../screens/new-outing.js';

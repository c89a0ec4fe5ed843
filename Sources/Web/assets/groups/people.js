/** The screens of friends and circles. */
export { default as circle } from '../screens/circle.js';
export { default as friends } from '../screens/friends.js';

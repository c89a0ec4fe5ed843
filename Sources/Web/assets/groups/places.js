/** The screens of restaurants. */
export { default as restaurant } from '../screens/restaurant.js';
export { default as restaurants } from '../screens/restaurants.js';

/** The screens of dishes and menus. */
export { default as dish } from '../screens/dish.js';
export { default as dishes } from '../screens/dishes.js';
export { default as restaurantMenu } from '../screens/restaurant-menu.js';

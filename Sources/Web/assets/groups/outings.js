/** The screens that an outing's page leads to. */
export { default as outingHistory } from '../screens/outing-history.js';
export { default as outingPeople } from '../screens/outing-people.js';
export { default as outingSuggestions } from '../screens/outing-suggestions.js';

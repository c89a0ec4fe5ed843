/** The screens of venues: the list of those that a person runs, the board, and the pairing of a tablet that shows it. */
export { default as board } from '../screens/board.js';
export { default as pair } from '../screens/pair.js';
export { default as venues } from '../screens/venues.js';

/** The board of a venue. */
export { default as board } from '../screens/board.js';

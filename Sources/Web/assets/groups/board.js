/** The board of a venue. */
import { loadMessages } from '../localization.js';

export { default as board } from '../screens/board.js';

await loadMessages('venues');

/** For who would rather see for themselves than wait for the stream. */
import { refreshScreen } from '../page.js';
import { say } from '../words.js';
import { button } from './controls.js';

export function lookAgain() {
  return button('', () => refreshScreen(), { look: 'round look-again', sign: 'again', label: say('action.refresh'), key: 'again' });
}

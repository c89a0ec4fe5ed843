/** For who would rather see for themselves than wait for the stream. */
import { refreshScreen } from '../page.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';

export function createRefreshButton() {
  return createButton('', () => refreshScreen(), { variant: 'round refresh-button', icon: 'again', label: translate('action.refresh'), key: 'again' });
}

/** A button that refreshes the screen. */
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { createButton } from './controls.js';

export function createRefreshButton() {
  return createButton('', () => refreshScreen(), { variant: 'round refresh-button', icon: 'refresh', label: translate('action.refresh'), key: 'again' });
}

/** A button that refreshes the screen. */
import { refreshScreen } from '../page.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';

export function createRefreshButton() {
  return createButton('', () => refreshScreen(), { variant: 'round refresh-button', icon: 'again', label: translate('action.refresh'), key: 'again' });
}

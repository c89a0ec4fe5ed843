/** The screens for unknown addresses and failures. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { renderLargeClockFace } from '../parts/clock-face.js';

/** Creates the screen for an address that does not exist, or that the person may not see. */
export function createNotFoundScreen() {
  return {
    layout: 'app',
    title: translate('notFound.title'),
    content: renderEmptyPage(translate('notFound.title'), translate('notFound.text'),
      createElement('a', { class: 'button primary large', href: '/' }, translate('notFound.action'))),
  };
}

/** Creates the screen for a response that could not be loaded. */
export function createErrorScreen(error, retry) {
  const isOffline = error.code === 'offline';
  const title = isOffline ? translate('failure.offlineTitle') : translate('failure.title');
  if (!isOffline) console.error(error);
  return {
    layout: 'app',
    title,
    refresh: retry,
    content: renderEmptyPage(title, error.message,
      createElement('button', { class: 'button primary large', type: 'button', on: { click: retry } }, translate('action.retry'))),
  };
}

function renderEmptyPage(title, text, action) {
  return createElement('section', { class: 'empty' }, renderLargeClockFace(null, 'hero-clock empty-clock'),
    createElement('div', { class: 'center' }, createElement('h1', {}, title), createElement('p', { class: 'secondary' }, text)), action);
}

/** What is shown when there is nothing else to show. */
import { element } from '../element.js';
import { largePlate } from '../parts/plate.js';
import { say } from '../words.js';

/** The address names nothing, or nothing this person may see. */
export function notFound() {
  return {
    layout: 'app',
    title: say('notFound.title'),
    content: emptyPage(say('notFound.title'), say('notFound.text'),
      element('a', { class: 'button sun large', href: '/' }, say('notFound.action'))),
  };
}

/** The server did not answer as it should. */
export function failure(error, retry) {
  const isOffline = error.code === 'offline';
  const title = isOffline ? say('failure.offlineTitle') : say('failure.title');
  if (!isOffline) console.error(error);
  return {
    layout: 'app',
    title,
    refresh: retry,
    content: emptyPage(title, error.message,
      element('button', { class: 'button sun large', type: 'button', on: { click: retry } }, say('action.retry'))),
  };
}

function emptyPage(title, text, action) {
  return element('section', { class: 'empty' }, largePlate(null, 'hero-plate empty-plate'),
    element('div', { class: 'center' }, element('h1', {}, title), element('p', { class: 'second' }, text)), action);
}

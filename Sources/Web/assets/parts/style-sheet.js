/** Style sheets of their own, for screens that most people never open. */
import { createElement } from '../dom.js';

const sheets = new Map();

/** Loads a style sheet once; rejects if it does not come, for example without a network. */
export function loadStyleSheet(href) {
  if (!sheets.has(href)) {
    const sheet = createElement('link', { rel: 'stylesheet', href });
    sheets.set(href, new Promise((done, failed) => {
      sheet.addEventListener('load', done);
      sheet.addEventListener('error', (event) => {
        sheets.delete(href);
        sheet.remove();
        failed(event);
      });
    }));
    document.head.append(sheet);
  }
  return sheets.get(href);
}

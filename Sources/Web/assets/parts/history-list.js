/** A history, newest first. */
import { get } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatDateTime } from '../time.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { createFactLine } from './labels.js';

/** Renders a page of items, with a button that appends the next page. */
export function renderHistoryList(path, page, renderItem, { list = 'ol', className = 'updates', more = translate('history.older') } = {}) {
  const rows = createElement(list, { class: className }, page.items.map(renderItem));
  let { next } = page;
  const loadOlder = async () => {
    await tryAction(async () => {
      const older = await get(`${path}${path.includes('?') ? '&' : '?'}cursor=${next}`);
      rows.append(...older.items.map(renderItem));
      next = older.next;
      olderButton.hidden = !next;
    });
  };
  const olderButton = createButton(more, loadOlder, { key: 'older' });
  olderButton.hidden = !next;
  return [rows, createElement('p', {}, olderButton)];
}

/** Renders what happened, with its author and time, and with a button if it has one. */
export function renderHistoryItem(text, { actor, at }, timeZone, button = null) {
  return createElement('li', {}, createElement('div', { class: 'update' },
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'update-text' }, text),
      createFactLine([actor?.name ?? translate('history.service'), formatDateTime(at, timeZone)], 'fine-print')),
    button));
}

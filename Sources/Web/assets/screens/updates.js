/** The person's updates, newest first. */
import { post } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { getCurrentPerson, getUpdates, setUnread } from '../session.js';
import { formatDateTime, localTimeZone } from '../time.js';
import { runAndRefresh, tryAction } from '../parts/actions.js';
import { createButton } from '../parts/controls.js';
import { renderUpdateDiffs } from '../parts/diff.js';
import { createRefreshButton } from '../parts/refresh-button.js';
import { showToast } from '../parts/toast.js';

export default async function loadUpdatesScreen({ signal }) {
  const body = createElement('div', { class: 'section-stack' });
  const draw = (page) => redraw(body, page.items.length === 0 ? renderEmpty() : renderList(page));
  draw(await getUpdates({ signal }));
  return {
    title: translate('updates.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'screen-header' }, createElement('h1', {}, translate('updates.title')), createRefreshButton()), body),
    concerns: (happening) => happening.kind === 'update',
    refresh: async () => draw(await getUpdates()),
  };
}

function renderList({ items, oldest, hasOlder }) {
  const rows = createElement('ul', { class: 'updates' }, items.map(renderUpdate));
  const unread = items.filter((update) => !update.read).length;
  return [
    unread === 0 ? null : createElement('div', { class: 'section-head new' },
      createElement('p', { class: 'secondary' }, translate('updates.unread', { count: unread })),
      createButton(translate('updates.markRead'), () => markRead(items[0].seq), { icon: 'check', key: 'read' })),
    rows,
    hasOlder ? createOlderButton(rows, oldest) : null,
  ];
}

function createOlderButton(rows, first) {
  let oldest = first;
  const loadOlder = async () => {
    await tryAction(async () => {
      const page = await getUpdates({ before: oldest });
      rows.append(...page.items.map(renderUpdate));
      oldest = page.oldest;
      older.hidden = !page.hasOlder;
    });
  };
  const older = createButton(translate('updates.older'), loadOlder);
  return createElement('p', {}, older);
}

async function markRead(upTo) {
  await runAndRefresh(async () => {
    await post('/v1/updates/read', { upTo });
    setUnread([]);
    showToast(translate('updates.allRead'));
  });
}

function renderUpdate(update) {
  return createElement('li', { class: update.read ? null : 'unread' },
    createElement('a', { class: 'update', href: `/outings/${update.outing.id}`, 'data-key': `update-${update.seq}` },
      createElement('span', { class: 'row-body' },
        createElement('span', { class: 'row-title', dir: 'auto' }, update.outing.title),
        createElement('span', { class: 'update-text' }, update.text),
        renderUpdateDiffs(update),
        createElement('span', { class: 'fine-print' }, formatDateTime(update.at, getCurrentPerson().timeZone ?? localTimeZone))),
      update.read ? null : createElement('span', { class: 'pill highlight' }, translate('updates.new'))));
}

function renderEmpty() {
  return createElement('section', { class: 'empty' }, createElement('div', { class: 'center' },
    createElement('h2', {}, translate('updates.emptyTitle')), createElement('p', { class: 'secondary' }, translate('updates.emptyText'))),
  createElement('a', { class: 'button', href: '/' }, translate('notFound.action')));
}

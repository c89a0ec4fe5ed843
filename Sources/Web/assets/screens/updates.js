/** Updates: what happened to my outings, newest first. */
import { post } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { me, setUnread, updates } from '../session.js';
import { diffsOf } from '../parts/diff.js';
import { announce } from '../parts/said.js';
import { here, moment } from '../time.js';
import { refreshed } from '../router.js';
import { say } from '../words.js';

export default async function updatesScreen({ signal }) {
  const body = element('div', { class: 'stackup' });
  const draw = (page) => redraw(body, page.items.length === 0 ? empty() : list(page));
  draw(await updates({ signal }));
  return {
    title: say('updates.title'),
    content: element('div', { class: 'narrow stackup' }, element('header', { class: 'top' }, element('h1', {}, say('updates.title'))), body),
    concerns: (happening) => happening.kind === 'update',
    refresh: async () => draw(await updates()),
  };
}

function list({ items, hasOlder }) {
  const rows = element('ul', { class: 'updates' }, items.map(row));
  const unread = items.filter((update) => !update.read).length;
  return [
    unread === 0 ? null : element('div', { class: 'section-head new' },
      element('p', { class: 'second' }, say('updates.unread', { count: unread })),
      element('button', { class: 'button', type: 'button', 'data-key': 'read', on: { click: () => markRead(items[0].seq) } }, icon('check'), say('updates.markRead'))),
    rows,
    hasOlder ? olderButton(rows, items.at(-1).seq) : null,
  ];
}

function olderButton(rows, before) {
  let oldest = before;
  const more = async () => {
    try {
      const page = await updates({ before: oldest });
      rows.append(...page.items.map(row));
      oldest = page.items.at(-1)?.seq ?? oldest;
      button.hidden = !page.hasOlder;
    } catch (problem) {
      announce(problem.message);
    }
  };
  const button = element('button', { class: 'button', type: 'button', on: { click: more } }, say('updates.older'));
  return element('p', {}, button);
}

async function markRead(upTo) {
  try {
    await post('/v1/updates/read', { upTo });
    setUnread(0);
    announce(say('updates.allRead'));
  } catch (problem) {
    announce(problem.message);
  }
  refreshed();
}

function row(update) {
  return element('li', { class: update.read ? null : 'unread' },
    element('a', { class: 'update', href: `/outings/${update.outing.id}`, 'data-key': `update-${update.seq}` },
      element('span', { class: 'row-body' },
        element('span', { class: 'update-text' }, update.text),
        diffsOf(update),
        element('span', { class: 'fine' }, update.outing.title, element('span', { class: 'dot' }), ' ', moment(update.at, me().timeZone ?? here))),
      update.read ? null : element('span', { class: 'pill ask' }, say('updates.new'))));
}

function empty() {
  return element('section', { class: 'empty' }, element('div', { class: 'center' },
    element('h2', {}, say('updates.emptyTitle')), element('p', { class: 'second' }, say('updates.emptyText'))),
  element('a', { class: 'button', href: '/' }, say('notFound.action')));
}

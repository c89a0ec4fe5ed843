/** Updates: what happened to my outings, newest first. */
import { post } from '../api.js';
import { element, redraw } from '../element.js';
import { me, setUnread, updates } from '../session.js';
import { button } from '../parts/controls.js';
import { lookAgain } from '../parts/look-again.js';
import { dotted } from '../parts/outing-row.js';
import { diffsOf } from '../parts/diff.js';
import { announce } from '../parts/said.js';
import { here, moment } from '../time.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';

export default async function updatesScreen({ signal }) {
  const body = element('div', { class: 'stackup' });
  const draw = (page) => redraw(body, page.items.length === 0 ? empty() : list(page));
  draw(await updates({ signal }));
  return {
    title: say('updates.title'),
    content: element('div', { class: 'narrow stackup' },
      element('header', { class: 'top' }, element('h1', {}, say('updates.title')), lookAgain()), body),
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
      button(say('updates.markRead'), () => markRead(items[0].seq), { sign: 'check', key: 'read' })),
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
      older.hidden = !page.hasOlder;
    } catch (problem) {
      announce(problem.message);
    }
  };
  const older = button(say('updates.older'), more);
  return element('p', {}, older);
}

async function markRead(upTo) {
  try {
    await post('/v1/updates/read', { upTo });
    setUnread(0);
    announce(say('updates.allRead'));
  } catch (problem) {
    announce(problem.message);
  }
  refreshScreen();
}

function row(update) {
  return element('li', { class: update.read ? null : 'unread' },
    element('a', { class: 'update', href: `/outings/${update.outing.id}`, 'data-key': `update-${update.seq}` },
      element('span', { class: 'row-body' },
        element('span', { class: 'update-text' }, update.text),
        diffsOf(update),
        dotted([update.outing.title, moment(update.at, me().timeZone ?? here)], 'fine')),
      update.read ? null : element('span', { class: 'pill ask' }, say('updates.new'))));
}

function empty() {
  return element('section', { class: 'empty' }, element('div', { class: 'center' },
    element('h2', {}, say('updates.emptyTitle')), element('p', { class: 'second' }, say('updates.emptyText'))),
  element('a', { class: 'button', href: '/' }, say('notFound.action')));
}

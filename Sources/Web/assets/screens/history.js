/** What became of an outing, the newest first; a host can take an edit back. */
import { get, post, read } from '../api.js';
import { element, redraw } from '../element.js';
import { button, buttonLink } from '../parts/controls.js';
import { dotted } from '../parts/outing-row.js';
import { announce } from '../parts/said.js';
import { refreshScreen } from '../page.js';
import { moment } from '../time.js';
import { say } from '../words.js';

export default async function historyScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}/history`;
  const body = element('div', { class: 'stackup' });
  const first = async (options) => Promise.all([read(`/v1/outings/${id}`, options), get(path, options)]);
  const draw = ([outing, page]) => redraw(body, list(outing, page, path));
  const found = await first({ signal });
  draw(found);
  return {
    title: say('history.title'),
    content: element('div', { class: 'narrow stackup' },
      element('header', { class: 'edit-head' },
        buttonLink('', `/outings/${id}`, { look: 'round', sign: 'back', label: say('history.back') }),
        element('div', {}, element('p', { class: 'eyebrow', dir: 'auto' }, found[0].body.title), element('h1', {}, say('history.title')))),
      body),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(await first()),
  };
}

function list(outing, page, path) {
  const rows = element('ol', { class: 'updates' }, page.items.map((item) => row(outing, item)));
  let { next } = page;
  const more = async () => {
    try {
      const older = await get(`${path}?cursor=${next}`);
      rows.append(...older.items.map((item) => row(outing, item)));
      next = older.next;
      button50.hidden = !next;
    } catch (problem) {
      announce(problem.message);
    }
  };
  const button50 = button(say('history.older'), more, { key: 'older' });
  button50.hidden = !next;
  return [rows, element('p', {}, button50)];
}

function row({ body: outing, tag }, item) {
  return element('li', {}, element('div', { class: 'update' },
    element('div', { class: 'row-body' },
      element('span', { class: 'update-text', dir: 'auto' }, item.text),
      dotted([item.actor?.name ?? say('history.service'), moment(item.at, outing.timeZone)], 'fine')),
    item.undoable
      ? button(say('action.undo'), () => takeBack(outing, tag, item), { look: 'plain', key: `undo-${item.revision}`, label: say('history.undo', { text: item.text }) })
      : null));
}

async function takeBack(outing, tag, item) {
  try {
    await post(`/v1/outings/${outing.id}/undo`, { revision: item.revision }, tag);
    announce(say('history.undone'));
  } catch (problem) {
    announce(problem.message);
  }
  refreshScreen();
}

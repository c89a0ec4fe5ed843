/** One's data: a copy to take along, and being forgotten. */
import { all, get, post, Problem, put, remove } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { here, momentWithin } from '../time.js';
import { say } from '../words.js';
import { button, buttonLink } from './controls.js';
import { ask } from './dialog.js';
import { announce } from './said.js';

export async function ownData({ signal }) {
  const body = element('div', { class: 'group' });
  const read = (options) => Promise.all([all('/v1/me/exports', options), get('/v1/me/erasure', options)]);
  const refresh = async () => draw(await read());
  const draw = ([exports, erasure]) => redraw(body, copies(exports, refresh), farewell(erasure, refresh));
  draw(await read({ signal }));
  return element('section', { class: 'section', 'aria-labelledby': 'own-data' },
    element('h2', { id: 'own-data' }, say('settings.data.title')), body);
}

function copies(exports, refresh) {
  const [newest] = exports;
  const isReady = newest?.state === 'ready';
  const begin = act(async () => {
    await post('/v1/me/exports');
    announce(say('settings.data.underWay'));
  }, refresh);
  const state = isReady ? say('settings.data.ready', { moment: momentWithin(newest.expiresAt, here) })
    : say(newest ? 'settings.data.underWay' : 'settings.data.exportText');
  return row(say('settings.data.export'), state,
    isReady ? buttonLink(say('settings.data.download'), newest.archive, { look: 'plain', key: 'download' }) : null,
    newest && !isReady ? null : button(say('settings.data.make'), begin, { look: 'plain', key: 'export' }));
}

function farewell({ dueAt }, refresh) {
  if (dueAt) {
    const takeBack = act(async () => {
      await remove('/v1/me/erasure');
      announce(say('settings.data.kept'));
    }, refresh);
    return row(say('settings.data.erase'), say('settings.data.due', { moment: momentWithin(dueAt, here) }),
      button(say('settings.data.takeBack'), takeBack, { key: 'erase' }));
  }
  const question = () => ask({
    title: say('settings.data.eraseTitle'), text: say('settings.data.eraseAsk'), yes: say('settings.data.erase'),
    act: async () => {
      await put('/v1/me/erasure');
      await refresh();
    },
  });
  return row(say('settings.data.erase'), say('settings.data.eraseText'),
    button(say('settings.data.erase'), question, { look: 'plain danger', key: 'erase' }));
}

function act(action, refresh) {
  return async () => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return announce(error.message);
    }
    return refresh();
  };
}

function row(title, text, ...actions) {
  return element('div', { class: 'setting wrap' }, icon('private'),
    element('div', { class: 'setting-body' }, element('span', {}, title), element('span', { class: 'second' }, text)), actions);
}

/** What everybody on the list says to each other: under the outing, the newest last, where the next word is written. */
import { get, patch, post, put, remove } from '../api.js';
import { element, redraw } from '../element.js';
import { isHost } from '../outings.js';
import { reader } from '../session.js';
import { moment } from '../time.js';
import { say } from '../words.js';
import { nameOf } from './attendees.js';
import { button } from './controls.js';
import { ask } from './dialog.js';
import { face } from './face.js';
import { field, form } from './form.js';
import { more } from './menu.js';
import { reportMessage } from './reports.js';
import { announce } from './said.js';

const LONGEST = 2000; // the server's own limit

/**
 * The section, and what draws it anew. It lives as long as the screen, so that what is being typed outlives every
 * happening.
 */
export function messages(id) {
  const path = `/v1/outings/${id}/messages`;
  const list = element('ol', { class: 'messages', 'aria-live': 'polite', 'aria-labelledby': 'messages' });
  const head = element('div', { class: 'section-head' });
  const olderPlace = element('p', {});
  let shown = { outing: null, attendees: [], older: [], next: null };

  const write = form({ class: 'form message-form', send: async ({ text }, node) => {
    await post(path, { text, mentions: mentioned(text, shown.attendees) });
    node.reset();
    await read();
  } },
  field({ name: 'text', label: say('message.write'), control: 'textarea', rows: 2, maxlength: LONGEST, required: true,
    hint: say('message.hint') }),
  element('div', { class: 'actions' }, element('button', { class: 'button', type: 'submit' }, say('message.send'))));
  const section = element('section', { class: 'section main talk', 'aria-labelledby': 'messages' }, head, olderPlace, list, write);

  async function read(page = null) {
    const newest = page ?? await get(path);
    const known = new Set(newest.items.map((message) => message.id));
    const older = shown.older.filter((message) => !known.has(message.id));
    shown = { ...shown, older, next: older.length > 0 ? shown.next : newest.next };
    draw(newest);
    const last = newest.items[0];
    if (newest.unread > 0 && last && isSeen()) await put(`${path}/read`, { upTo: last.id }).catch(() => {});
  }

  function draw({ items, unread, muted }) {
    redraw(head,
      element('h2', { id: 'messages' }, say('message.title')),
      unread > 0 ? element('span', { class: 'pill ask' }, say('message.unread', { count: unread })) : null,
      button(say(muted ? 'message.unmute' : 'message.mute'), () => mute(!muted), { look: 'plain', key: 'mute' }));
    redraw(olderPlace, shown.next ? button(say('message.older'), more50, { look: 'plain', key: 'older' }) : null);
    const all = [...items, ...shown.older].reverse();
    redraw(list, all.length === 0
      ? element('li', { class: 'second' }, say('message.none'))
      : all.map((message) => row(message)));
  }

  async function more50() {
    try {
      const page = await get(`${path}?cursor=${shown.next}`);
      shown = { ...shown, older: [...shown.older, ...page.items], next: page.next };
      await read();
    } catch (problem) {
      announce(problem.message);
    }
  }

  async function mute(muted) {
    try {
      await put(`${path}/mute`, { muted });
      announce(say(muted ? 'message.muted' : 'message.unmuted'));
      await read();
    } catch (problem) {
      announce(problem.message);
    }
  }

  function row(message) {
    const at = moment(message.at, shown.outing.timeZone);
    const marks = [at, message.editedAt && message.text ? say('message.edited') : null].filter(Boolean).join(' · ');
    return element('li', { class: message.own ? 'message own' : 'message' },
      face(message.author),
      element('div', { class: 'message-body' },
        element('p', { class: 'fine' }, element('strong', {}, nameOf(message.author)), ` ${marks}`),
        message.text === null
          ? element('p', { class: 'second' }, say('message.deleted'))
          : element('p', { class: 'message-text', dir: 'auto' }, withMentions(message))),
      message.text === null ? null : deeds(message));
  }

  function deeds(message) {
    const own = `${path}/${message.id}`;
    const changed = async (done) => {
      await done;
      await read();
    };
    return more(say('message.of', { name: nameOf(message.author) }), [
      message.editable ? { words: say('message.edit'), asks: true, act: () => edit(own, message, changed) } : null,
      message.own || isHost(shown.outing)
        ? { words: say('message.delete'), look: 'danger', act: () => changed(remove(own)) } : null,
      message.own ? null : { words: say('message.report'), asks: true, act: () => reportMessage(own) },
    ].filter(Boolean), `message-${message.id}`);
  }

  function edit(own, message, changed) {
    ask({
      title: say('message.edit'),
      fields: [field({ name: 'edited', label: say('message.write'), control: 'textarea', rows: 3, maxlength: LONGEST,
        required: true, value: message.text })],
      yes: say('message.save'),
      act: ({ edited }) => changed(patch(own, { text: edited, mentions: mentioned(edited, shown.attendees) })),
    });
  }

  return {
    section,
    /** @param {any} outing @param {any[]} attendees */
    refresh: async (outing, attendees) => {
      shown = { ...shown, outing, attendees };
      await read();
    },
  };
}

/** The ids of people whose name stands in the text after an @; of two with one beginning, the longer name. */
export function mentioned(text, attendees) {
  const found = new Set();
  const names = attendees.map(({ person }) => person).filter(({ id }) => id !== reader()?.id)
    .sort((one, other) => other.name.length - one.name.length);
  let rest = text.toLocaleLowerCase();
  for (const person of names) {
    const call = `@${person.name.toLocaleLowerCase()}`;
    if (!rest.includes(call)) continue;
    found.add(person.id);
    rest = rest.replaceAll(call, ' ');
  }
  return [...found].slice(0, 20);
}

/** The text with the names of those it mentions made strong. */
function withMentions({ text, mentions }) {
  const names = mentions.map(({ name }) => name).sort((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.split(new RegExp(`(@(?:${escaped.join('|')}))`, 'i'))
    .map((part, at) => (at % 2 === 1 ? element('strong', {}, part) : part));
}

/** Whether somebody looks: a page in the background has read nothing. */
const isSeen = () => !document.hidden;

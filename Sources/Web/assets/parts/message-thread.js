/** The messages of an outing and the form to write one. */
import { get, patch, post, put, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { isHost } from '../outing-model.js';
import { getViewer } from '../session.js';
import { formatDateTime } from '../time.js';
import { tryAction } from './actions.js';
import { formatName } from './attendees.js';
import { renderAvatar } from './avatar.js';
import { createButton } from './controls.js';
import { openFormDialog } from './dialog.js';
import { createField, createForm } from './form.js';
import { createMenuButton } from './menu.js';
import { showToast } from './toast.js';

const MAX_LENGTH = 2000; // the server's own limit

/** Creates the section, and its `fetch` and `refresh`. It lives as long as the screen, so that refreshing does not discard what is being typed. */
export function createMessageThread(id) {
  const path = `/v1/outings/${id}/messages`;
  const list = createElement('ol', { class: 'messages', 'aria-live': 'polite', 'aria-labelledby': 'messages' });
  const head = createElement('div', { class: 'section-head' });
  const olderContainer = createElement('p', {});
  let state = { outing: null, attendees: [], older: [], next: null };

  const writeForm = createForm({ draft: `message-${id}`, send: async ({ text }, node) => {
    await post(path, { text, mentions: findMentions(text, state.attendees) });
    node.reset();
    await read();
  } },
  createField({ name: 'text', label: translate('message.write'), control: 'textarea', rows: 2, maxlength: MAX_LENGTH, required: true,
    hint: translate('message.hint') }),
  createElement('div', { class: 'actions' }, createElement('button', { class: 'button', type: 'submit' }, translate('message.send'))));
  const section = createElement('section', { class: 'section main message-thread', 'aria-labelledby': 'messages' }, head, olderContainer, list, writeForm);

  async function read(page = null) {
    const newest = page ?? await get(path);
    const known = new Set(newest.items.map((message) => message.id));
    const older = state.older.filter((message) => !known.has(message.id));
    state = { ...state, older, next: older.length > 0 ? state.next : newest.next };
    draw(newest);
    const last = newest.items[0];
    if (newest.unread > 0 && last && isPageVisible()) await put(`${path}/read`, { upTo: last.id }).catch(() => {});
  }

  function draw({ items, unread, muted }) {
    redraw(head,
      createElement('h2', { id: 'messages' }, translate('message.title')),
      unread > 0 ? createElement('span', { class: 'pill highlight' }, translate('message.unread', { count: unread })) : null,
      createButton(translate(muted ? 'message.unmute' : 'message.mute'), () => setMuted(!muted), { variant: 'plain', key: 'mute' }));
    redraw(olderContainer, state.next ? createButton(translate('message.older'), loadOlder, { variant: 'plain', key: 'older' }) : null);
    const all = [...items, ...state.older].reverse();
    redraw(list, all.length === 0
      ? createElement('li', { class: 'secondary' }, translate('message.none'))
      : all.map((message) => renderMessage(message)));
  }

  async function loadOlder() {
    await tryAction(async () => {
      const page = await get(`${path}?cursor=${state.next}`);
      state = { ...state, older: [...state.older, ...page.items], next: page.next };
      await read();
    });
  }

  async function setMuted(muted) {
    await tryAction(async () => {
      await put(`${path}/mute`, { muted });
      showToast(translate(muted ? 'message.muted' : 'message.unmuted'));
      await read();
    });
  }

  function renderMessage(message) {
    const at = formatDateTime(message.at, state.outing.timeZone);
    const marks = [message.isFromVenue ? translate('message.fromVenue') : null, at, message.editedAt && message.text ? translate('message.edited') : null].filter(Boolean).join(' · ');
    return createElement('li', { class: message.own ? 'message own' : 'message' },
      renderAvatar(message.author),
      createElement('div', {},
        createElement('p', { class: 'fine-print' }, createElement('bdi', {}, createElement('strong', {}, formatName(message.author))), ` ${marks}`),
        message.text === null
          ? createElement('p', { class: 'secondary' }, translate('message.deleted'))
          : createElement('p', { class: 'message-text', dir: 'auto' }, renderMentions(message))),
      message.text === null ? null : createMenu(message));
  }

  function createMenu(message) {
    const messagePath = `${path}/${message.id}`;
    const applyChange = async (done) => {
      await done;
      await read();
    };
    return createMenuButton(message.own ? translate('message.own') : translate('message.of', { name: formatName(message.author) }), [
      message.editable ? { label: translate('message.edit'), asks: true, act: () => openEditDialog(messagePath, message, applyChange) } : null,
      message.own || (isHost(state.outing) && !message.isFromVenue)
        ? { label: translate('message.delete'), variant: 'danger', act: () => applyChange(remove(messagePath)) } : null,
      message.own ? null : { label: translate('message.report'), asks: true, act: async () => (await import('./report-dialog.js')).reportMessage(messagePath) },
    ].filter(Boolean), `message-${message.id}`);
  }

  function openEditDialog(messagePath, message, applyChange) {
    openFormDialog({
      title: translate('message.editTitle'),
      fields: [createField({ name: 'edited', label: translate('message.write'), control: 'textarea', rows: 3, maxlength: MAX_LENGTH,
        required: true, value: message.text })],
      yes: translate('message.save'),
      draft: `edit-message-${message.id}`,
      saysRestored: true,
      act: ({ edited }) => applyChange(patch(messagePath, { text: edited, mentions: findMentions(edited, state.attendees) })),
    });
  }

  return {
    section,
    /** Fetches the newest messages, for {@link refresh}. */
    fetch: (options) => get(path, options),
    /** @param {any} outing @param {any[]} attendees @param {any} newest */
    refresh: async (outing, attendees, newest) => {
      state = { ...state, outing, attendees };
      await read(newest);
    },
  };
}

/** Returns the ids of the people mentioned by `@name`. If a name begins with another one, the longer one counts. */
export function findMentions(text, attendees) {
  const ids = new Set();
  const names = attendees.map(({ person }) => person).filter(({ id }) => id !== getViewer()?.id)
    .sort((one, other) => other.name.length - one.name.length);
  let rest = text.toLocaleLowerCase();
  for (const person of names) {
    const mention = `@${person.name.toLocaleLowerCase()}`;
    if (!rest.includes(mention)) continue;
    ids.add(person.id);
    rest = rest.replaceAll(mention, ' ');
  }
  return [...ids].slice(0, 20);
}

/** Renders the text with the mentioned names in bold. */
function renderMentions({ text, mentions }) {
  const names = mentions.map(({ name }) => name).sort((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.split(new RegExp(`(@(?:${escaped.join('|')}))`, 'i'))
    .map((part, at) => (at % 2 === 1 ? createElement('strong', {}, part) : part));
}

/** A page in the background does not mark messages as read. */
const isPageVisible = () => !document.hidden;

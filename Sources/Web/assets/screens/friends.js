/** Friends, friend requests and circles, and people who could become friends. */
import { get, getAll, post, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { runAndRefresh } from '../parts/actions.js';
import { renderAvatar } from '../parts/avatar.js';
import { confirmBlock, unblockPerson } from '../parts/block-person.js';
import { renderCircles } from '../parts/circle-list.js';
import { renderContactSearch } from '../parts/contact-search.js';
import { createButton } from '../parts/controls.js';
import { confirmAction } from '../parts/dialog.js';
import { createField, createForm } from '../parts/form.js';
import { createAddress } from '../parts/labels.js';
import { createMenuButton } from '../parts/menu.js';
import { reportPerson } from '../parts/report-dialog.js';
import { showToast } from '../parts/toast.js';

export default async function loadFriendsScreen({ signal }) {
  const lists = createElement('div', { class: 'section-stack' });
  const draw = ([friends, requests, circles, companions, blocked, known]) => redraw(lists, renderIncoming(requests), renderFriends(friends),
    renderOutgoing(requests), renderCircles(circles, friends), renderCompanions(companions), renderProviderFriends(known, requests), renderBlocked(blocked));
  const read = (options) => Promise.all([
    ...['/v1/friends', '/v1/friends/requests', '/v1/circles', '/v1/friends/companions', '/v1/friends/blocked']
      .map((list) => getAll(list, options)),
    fetchProviderFriends(options),
  ]);
  const [settings] = await Promise.all([get('/v1/friends/settings', { signal }), read({ signal }).then(draw)]);
  return {
    title: translate('friends.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'screen-header' }, createElement('h1', {}, translate('friends.title'))), createRequestForm(), lists, renderContactSearch(settings)),
    refresh: async () => draw(await read()),
  };
}

/** Fetches people who are friends at the person's identity providers and use this service, but are no friends here yet. */
async function fetchProviderFriends(options) {
  const identities = await getAll('/v1/me/identities', options);
  const lists = await Promise.all(identities.map(({ id }) => getAll(`/v1/me/identities/${id}/friends`, options)));
  return [...new Map(lists.flat().map((person) => [person.id, person])).values()];
}

function createRequestForm() {
  const send = async ({ email }, node) => {
    await post('/v1/friends/requests', { email });
    node.reset();
    showToast(translate('friends.asked', { email }));
    refreshScreen();
  };
  return createForm({ class: 'inline-form', label: translate('friends.add'), draft: 'friend-request', send },
    createField({ name: 'email', label: translate('friends.email'), type: 'email', autocomplete: 'off', required: true, inputmode: 'email' }),
    createElement('button', { class: 'button primary', type: 'submit' }, translate('friends.add')));
}

function renderIncoming(requests) {
  const incoming = requests.filter((request) => request.direction === 'incoming');
  return renderSection('asking', incoming, (request) => {
    const accept = () => answerRequest(request, 'accept', translate('friends.accepted', { name: request.person.name }));
    const decline = () => answerRequest(request, 'decline', translate('friends.declined'));
    return renderPerson(request.person, [
      createButton(translate('friends.accept'), accept, { key: `accept-${request.id}` }),
      createButton(translate('friends.decline'), decline, { variant: 'plain', key: `decline-${request.id}` }),
      createButton(translate('block.yes'), () => confirmBlock(request.person), { variant: 'plain', key: `block-${request.person.id}` }),
    ]);
  });
}

function renderOutgoing(requests) {
  const outgoing = requests.filter((request) => request.direction === 'outgoing');
  return renderSection('waiting', outgoing, (request) => renderPerson(request.person ?? { id: request.id, name: request.email }, [
    createButton(translate('friends.takeBack'), () => withdrawRequest(request), { variant: 'plain', key: `back-${request.id}` }),
  ]));
}

function renderFriends(friends) {
  if (friends.length === 0) return createElement('p', { class: 'secondary' }, translate('friends.none'));
  return renderSection('current', friends, (friend) => renderPerson(friend, [
    createMenuButton(friend.name, [
      { label: translate('friends.remove'), act: () => confirmUnfriend(friend), asks: true },
      { label: translate('report.person'), act: () => reportPerson(friend), asks: true },
      { label: translate('block.yes'), variant: 'danger', act: () => confirmBlock(friend), asks: true },
    ], `more-${friend.id}`),
  ]));
}

/** Renders the people one has eaten with who are not friends yet. */
function renderCompanions(companions) {
  const others = companions.filter(({ person }) => !person.isFriend);
  return renderSection('ate', others, ({ person }) => renderPerson(person, [
    createButton(translate('friends.add'), () => sendRequest(person), { variant: 'plain', key: `ask-${person.id}` }),
  ]));
}

/** Renders the provider's friends, except those with an open request, who are listed further up. */
function renderProviderFriends(people, requests) {
  const requestedIds = new Set(requests.map(({ person }) => person?.id));
  return renderSection('elsewhere', people.filter(({ id }) => !requestedIds.has(id)), (person) => renderPerson(person, [
    createButton(translate('friends.add'), () => sendRequest(person), { variant: 'plain', key: `ask-${person.id}` }),
  ]));
}

function renderBlocked(blocked) {
  return renderSection('blocked', blocked, (person) => renderPerson(person, [
    createButton(translate('block.undo'), () => unblockPerson(person), { variant: 'plain', key: `unblock-${person.id}` }),
    createButton(translate('report.person'), () => reportPerson(person), { variant: 'plain', key: `report-${person.id}` }),
  ]));
}

async function sendRequest(person) {
  await runAndRefresh(async () => {
    await post('/v1/friends/requests', { personId: person.id });
    showToast(translate('friends.askedPerson', { name: person.name }));
  });
}

function renderSection(name, items, draw) {
  if (items.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': `friends-${name}` },
    createElement('h2', { id: `friends-${name}` }, translate(`friends.${name}`)),
    createElement('ul', { class: 'rows people-rows' }, items.map(draw)));
}

function renderPerson(person, actions) {
  return createElement('li', { class: 'row wrap' }, renderAvatar(person),
    createElement('div', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, createAddress(person.name))),
    createElement('div', { class: 'actions' }, actions));
}

async function answerRequest(request, verb, sentence) {
  await runAndRefresh(async () => {
    await post(`/v1/friends/requests/${request.id}/${verb}`);
    showToast(sentence);
  });
}

async function withdrawRequest(request) {
  await runAndRefresh(async () => {
    await remove(`/v1/friends/requests/${request.id}`);
    showToast(translate('friends.takenBack'));
  });
}

function confirmUnfriend(friend) {
  confirmAction({ title: 'unfriend.title', text: 'unfriend.text', yes: 'friends.remove', done: 'unfriend.done', isDanger: true }, { name: friend.name },
    () => remove(`/v1/friends/${friend.id}`));
}

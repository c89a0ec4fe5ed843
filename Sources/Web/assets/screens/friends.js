/** Friends: who they are, who asks, whom I asked, in which circles they are, who could become one. */
import { all, get, post, remove } from '../api.js';
import { element, redraw } from '../element.js';
import { announce } from '../parts/said.js';
import { block, unblock } from '../parts/blocks.js';
import { circlePanel } from '../parts/circles.js';
import { contactPanel } from '../parts/contacts.js';
import { button } from '../parts/controls.js';
import { ask } from '../parts/dialog.js';
import { face } from '../parts/face.js';
import { field, form } from '../parts/form.js';
import { more } from '../parts/menu.js';
import { reportPerson } from '../parts/reports.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';

export default async function friendsScreen({ signal }) {
  const lists = element('div', { class: 'stackup' });
  const draw = ([friends, requests, circles, companions, blocked, known]) => redraw(lists, asking(requests), current(friends),
    waiting(requests), circlePanel(circles, friends), ate(companions), elsewhere(known, requests), kept(blocked));
  const read = (options) => Promise.all([
    ...['/v1/friends', '/v1/friends/requests', '/v1/circles', '/v1/friends/companions', '/v1/friends/blocked']
      .map((list) => all(list, options)),
    friendsElsewhere(options),
  ]);
  const [settings] = await Promise.all([get('/v1/friends/settings', { signal }), read({ signal }).then(draw)]);
  return {
    title: say('friends.title'),
    content: element('div', { class: 'narrow stackup' },
      element('header', { class: 'top' }, element('h1', {}, say('friends.title'))), requestForm(), lists, contactPanel(settings)),
    refresh: async () => draw(await read()),
  };
}

/** Friends at the providers that one signs in by who are here too, and no friends here yet. */
async function friendsElsewhere(options) {
  const identities = await all('/v1/me/identities', options);
  const lists = await Promise.all(identities.map(({ id }) => all(`/v1/me/identities/${id}/friends`, options)));
  return [...new Map(lists.flat().map((person) => [person.id, person])).values()];
}

function requestForm() {
  const send = async ({ email }, node) => {
    await post('/v1/friends/requests', { email });
    node.reset();
    announce(say('friends.asked', { email }));
    refreshScreen();
  };
  return form({ class: 'inline-form', label: say('friends.add'), send },
    field({ name: 'email', label: say('friends.email'), type: 'email', autocomplete: 'off', required: true, inputmode: 'email' }),
    element('button', { class: 'button sun', type: 'submit' }, say('friends.add')));
}

function asking(requests) {
  const coming = requests.filter((request) => request.direction === 'incoming');
  return section('asking', coming, (request) => {
    const accept = () => decide(request, 'accept', say('friends.accepted', { name: request.person.name }));
    const decline = () => decide(request, 'decline', say('friends.declined'));
    return row(request.person, [
      button(say('friends.accept'), accept, { key: `accept-${request.id}` }),
      button(say('friends.decline'), decline, { look: 'plain', key: `decline-${request.id}` }),
      button(say('block.yes'), () => block(request.person), { look: 'plain', key: `block-${request.person.id}` }),
    ]);
  });
}

function waiting(requests) {
  const gone = requests.filter((request) => request.direction === 'outgoing');
  return section('waiting', gone, (request) => row(request.person ?? { id: request.id, name: request.email }, [
    button(say('friends.takeBack'), () => takeBack(request), { look: 'plain', key: `back-${request.id}` }),
  ]));
}

function current(friends) {
  if (friends.length === 0) return element('p', { class: 'second' }, say('friends.none'));
  return section('current', friends, (friend) => row(friend, [
    more(friend.name, [
      { words: say('friends.remove'), act: () => unfriend(friend), asks: true },
      { words: say('report.person'), act: () => reportPerson(friend), asks: true },
      { words: say('block.yes'), look: 'danger', act: () => block(friend), asks: true },
    ], `more-${friend.id}`),
  ]));
}

/** Whom one ate with, those who are friends already left out. */
function ate(companions) {
  const others = companions.filter(({ person }) => !person.isFriend);
  return section('ate', others, ({ person }) => row(person, [
    button(say('friends.add'), () => askCompanion(person), { look: 'plain', key: `ask-${person.id}` }),
  ]));
}

/** Whom one has asked already waits further up. */
function elsewhere(known, requests) {
  const asked = new Set(requests.map(({ person }) => person?.id));
  return section('elsewhere', known.filter(({ id }) => !asked.has(id)), (person) => row(person, [
    button(say('friends.add'), () => askCompanion(person), { look: 'plain', key: `ask-${person.id}` }),
  ]));
}

function kept(blocked) {
  return section('blocked', blocked, (person) => row(person, [
    button(say('block.undo'), () => unblock(person), { look: 'plain', key: `unblock-${person.id}` }),
    button(say('report.person'), () => reportPerson(person), { look: 'plain', key: `report-${person.id}` }),
  ]));
}

async function askCompanion(person) {
  try {
    await post('/v1/friends/requests', { personId: person.id });
    announce(say('friends.askedPerson', { name: person.name }));
  } catch (problem) {
    announce(problem.message);
  }
  refreshScreen();
}

function section(name, items, draw) {
  if (items.length === 0) return null;
  return element('section', { class: 'section', 'aria-labelledby': `friends-${name}` },
    element('h2', { id: `friends-${name}` }, say(`friends.${name}`)),
    element('ul', { class: 'rows people-rows' }, items.map(draw)));
}

function row(person, actions) {
  return element('li', { class: 'row wrap' }, face(person),
    element('div', { class: 'row-body' }, element('span', { class: 'row-title' }, person.name)),
    element('div', { class: 'actions' }, actions));
}

async function decide(request, verb, sentence) {
  try {
    await post(`/v1/friends/requests/${request.id}/${verb}`);
    announce(sentence);
  } catch (problem) {
    announce(problem.message);
  }
  refreshScreen();
}

async function takeBack(request) {
  try {
    await remove(`/v1/friends/requests/${request.id}`);
    announce(say('friends.takenBack'));
  } catch (problem) {
    announce(problem.message);
  }
  refreshScreen();
}

function unfriend(friend) {
  ask({
    title: say('unfriend.title', { name: friend.name }),
    text: say('unfriend.text'),
    yes: say('friends.remove'),
    act: async () => {
      await remove(`/v1/friends/${friend.id}`);
      announce(say('unfriend.done', { name: friend.name }));
      refreshScreen();
    },
  });
}

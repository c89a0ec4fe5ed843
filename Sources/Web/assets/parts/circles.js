/** One's circles: made, filled and emptied in a sheet. */
import { patch, post, put, remove } from '../api.js';
import { element, icon } from '../element.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { ask } from './dialog.js';
import { face, faceStack } from './face.js';
import { field } from './form.js';
import { announce } from './said.js';

/** @param {any[]} circles @param {any[]} friends who can be in one */
export function circlePanel(circles, friends) {
  return element('section', { class: 'section', 'aria-labelledby': 'circles' },
    element('h2', { id: 'circles' }, say('circles.title')),
    element('p', { class: 'second spaced' }, say(friends.length > 0 ? 'circles.text' : 'circles.noFriends')),
    element('ul', { class: 'rows people-rows' }, circles.map((circle) => row(circle, friends))),
    friends.length > 0 ? button(say('circles.make'), () => edit(null, friends), { sign: 'plus', key: 'circle' }) : null);
}

function row(circle, friends) {
  return element('li', { class: 'row wrap' },
    circle.members.length > 0 ? faceStack(circle.members) : null,
    element('div', { class: 'row-body' },
      element('a', { class: 'row-title', href: `/circles/${circle.id}`, 'data-key': `circle-open-${circle.id}` }, circle.name),
      element('span', { class: 'second' }, say('circles.count', { count: circle.members.length }))),
    element('div', { class: 'actions' },
      button(say('circles.edit'), () => edit(circle, friends),
        { look: 'plain', key: `circle-${circle.id}`, label: say('circles.editOf', { name: circle.name }) }),
      button(say('circles.remove'), () => removal(circle),
        { look: 'plain', key: `circle-remove-${circle.id}`, label: say('circles.removeOf', { name: circle.name }) })));
}

/** Whom one ate with and is no friend of may be in a circle too; they stay on offer. */
function edit(circle, friends) {
  const inside = new Set((circle?.members ?? []).map((one) => one.id));
  const offered = [...(circle?.members ?? []), ...friends.filter((friend) => !inside.has(friend.id))];
  const chips = element('fieldset', { class: 'chips wrap', 'data-field': 'people' },
    element('legend', { class: 'label' }, say('circles.members')),
    offered.map((one) => element('label', { class: 'chip person-chip' },
      element('input', { type: 'checkbox', name: 'people', value: one.id, checked: inside.has(one.id) }),
      element('span', {}, icon('check', 'tick'), face(one), one.name))));
  ask({
    title: circle ? say('circles.editOf', { name: circle.name }) : say('circles.make'),
    fields: [
      field({ name: 'circle', label: say('circles.name'), value: circle?.name, required: true, maxlength: 60, autocomplete: 'off' }),
      chips,
    ],
    yes: say('action.save'),
    act: async ({ circle: name }) => {
      const chosen = [...chips.querySelectorAll('input:checked')].map((input) => input.value);
      if (circle) await changed(circle, name, chosen, inside);
      else await post('/v1/circles', { name, people: chosen });
      announce(say('circles.saved', { name }));
      refreshScreen();
    },
  });
}

async function changed(circle, name, chosen, inside) {
  const path = `/v1/circles/${circle.id}`;
  if (name !== circle.name) await patch(path, { name });
  for (const person of chosen.filter((id) => !inside.has(id))) await put(`${path}/members/${person}`);
  for (const person of [...inside].filter((id) => !chosen.includes(id))) await remove(`${path}/members/${person}`);
}

function removal(circle) {
  ask({
    title: say('circles.removeTitle', { name: circle.name }),
    text: say('circles.removeText'),
    yes: say('circles.remove'),
    act: async () => {
      await remove(`/v1/circles/${circle.id}`);
      announce(say('circles.removed', { name: circle.name }));
      refreshScreen();
    },
  });
}

/** The person's circles, which are created and edited in dialogs. */
import { patch, post, put, remove } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { renderAvatar, renderAvatarStack } from './avatar.js';
import { createButton } from './controls.js';
import { openFormDialog } from './dialog.js';
import { createField } from './form.js';
import { showToast } from './toast.js';

/**
 * Renders the section.
 *
 * @param {any[]} circles
 * @param {any[]} friends the people who can be added
 */
export function renderCircles(circles, friends) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'circles' },
    createElement('h2', { id: 'circles' }, translate('circles.title')),
    createElement('p', { class: 'secondary spaced' }, translate(friends.length > 0 ? 'circles.text' : 'circles.noFriends')),
    createElement('ul', { class: 'rows people-rows' }, circles.map((circle) => renderCircle(circle, friends))),
    friends.length > 0 ? createButton(translate('circles.make'), () => openCircleDialog(null, friends), { icon: 'plus', key: 'circle' }) : null);
}

function renderCircle(circle, friends) {
  return createElement('li', { class: 'row wrap' },
    circle.members.length > 0 ? renderAvatarStack(circle.members) : null,
    createElement('div', { class: 'row-body' },
      createElement('a', { class: 'row-title', href: `/circles/${circle.id}`, 'data-key': `circle-open-${circle.id}`, dir: 'auto' }, circle.name),
      createElement('span', { class: 'secondary' }, translate('circles.count', { count: circle.members.length }))),
    createElement('div', { class: 'actions' },
      createButton(translate('circles.edit'), () => openCircleDialog(circle, friends),
        { variant: 'plain', key: `circle-${circle.id}`, label: translate('circles.editOf', { name: circle.name }) }),
      createButton(translate('circles.remove'), () => confirmRemoval(circle),
        { variant: 'plain', key: `circle-remove-${circle.id}`, label: translate('circles.removeOf', { name: circle.name }) })));
}

/** Opens the dialog for a new or existing circle. Members who are no friends remain available. */
function openCircleDialog(circle, friends) {
  const memberIds = new Set((circle?.members ?? []).map((one) => one.id));
  const offered = [...(circle?.members ?? []), ...friends.filter((friend) => !memberIds.has(friend.id))];
  const chips = createElement('fieldset', { class: 'chips wrap', 'data-field': 'people' },
    createElement('legend', { class: 'label' }, translate('circles.members')),
    offered.map((one) => createElement('label', { class: 'chip person-chip' },
      createElement('input', { type: 'checkbox', name: 'people', value: one.id, checked: memberIds.has(one.id) }),
      createElement('span', {}, createIcon('check', 'tick'), renderAvatar(one), createElement('bdi', {}, one.name)))));
  openFormDialog({
    title: circle ? translate('circles.editOf', { name: circle.name }) : translate('circles.make'),
    fields: [
      createField({ name: 'circle', label: translate('circles.name'), value: circle?.name, required: true, maxlength: 60, autocomplete: 'off' }),
      chips,
    ],
    yes: translate('action.save'),
    draft: `circle-${circle?.id ?? 'new'}`,
    saysRestored: Boolean(circle),
    act: async ({ circle: name }) => {
      const chosenIds = [...chips.querySelectorAll('input:checked')].map((input) => input.value);
      if (circle) await saveCircle(circle, name, chosenIds, memberIds);
      else await post('/v1/circles', { name, people: chosenIds });
      showToast(translate('circles.saved', { name }));
      refreshScreen();
    },
  });
}

async function saveCircle(circle, name, chosenIds, memberIds) {
  const path = `/v1/circles/${circle.id}`;
  if (name !== circle.name) await patch(path, { name });
  for (const person of chosenIds.filter((id) => !memberIds.has(id))) await put(`${path}/members/${person}`);
  for (const person of [...memberIds].filter((id) => !chosenIds.includes(id))) await remove(`${path}/members/${person}`);
}

function confirmRemoval(circle) {
  openFormDialog({
    title: translate('circles.removeTitle', { name: circle.name }),
    text: translate('circles.removeText'),
    yes: translate('circles.remove'),
    isDanger: true,
    act: async () => {
      await remove(`/v1/circles/${circle.id}`);
      showToast(translate('circles.removed', { name: circle.name }));
      refreshScreen();
    },
  });
}

/** Asking friends and mail addresses. */
import { post, Problem } from '../api.js';
import { element, icon } from '../element.js';
import { announce } from './said.js';
import { button } from './controls.js';
import { face } from './face.js';
import { field, form } from './form.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';

/** @param {any} outing @param {any[]} friends @param {any[]} circles @param {any[]} attendees who is on the list already is not offered */
export function invitePanel(outing, friends, circles, attendees) {
  const listed = new Set(attendees.map((one) => one.person.id));
  const offered = friends.filter((friend) => !listed.has(friend.id));
  return element('section', { class: 'section', 'aria-labelledby': 'invite' },
    element('h2', { id: 'invite' }, say('invite.title')),
    circleButtons(outing, circles, listed),
    offered.length > 0 ? friendForm(outing, offered) : null,
    mailForm(outing));
}

/** A circle of which somebody is not on the list yet is asked by one tap. */
function circleButtons(outing, circles, listed) {
  const useful = circles.filter((circle) => circle.members.some((one) => !listed.has(one.id)));
  if (useful.length === 0) return null;
  const tap = async (circle, node) => {
    try {
      await invite(outing, { circles: [circle.id] }, circle.members.filter((one) => !listed.has(one.id)).length);
      node.remove();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      announce(error.message);
    }
  };
  return element('div', { class: 'form' },
    element('h3', {}, say('circles.title')),
    element('div', { class: 'actions' }, useful.map((circle) => {
      const node = button(circle.name, () => tap(circle, node),
        { sign: 'plus', label: say('invite.circle', { name: circle.name }) });
      return node;
    })));
}

function friendForm(outing, offered) {
  const send = async (_, node) => {
    const chosen = [...node.querySelectorAll('input:checked')];
    if (chosen.length === 0) return announce(say('invite.noneChosen'));
    await invite(outing, { people: chosen.map((input) => input.value) }, chosen.length);
    for (const input of chosen) input.closest('label').remove();
    if (!node.querySelector('input')) node.remove();
  };
  return form({ class: 'form', label: say('invite.friends'), send },
    element('fieldset', { class: 'chips wrap', 'data-field': 'people' },
      element('legend', { class: 'label' }, say('invite.friends')),
      offered.map((friend) => element('label', { class: 'chip person-chip' },
        element('input', { type: 'checkbox', name: 'people', value: friend.id }),
        element('span', {}, icon('check', 'tick'), face(friend), friend.name)))),
    element('div', {}, element('button', { class: 'button', type: 'submit' }, say('invite.chosen'))));
}

function mailForm(outing) {
  const send = async ({ emails }, node) => {
    const addresses = emails.split(/[\s,;]+/).filter(Boolean);
    await invite(outing, { emails: addresses }, addresses.length);
    node.reset();
  };
  return form({ class: 'form', label: say('invite.byMail'), send },
    field({
      name: 'emails', label: say('invite.mail'), hint: say('invite.mailHint'), control: 'textarea', rows: 2,
      required: true, autocapitalize: 'none', spellcheck: 'false',
    }),
    element('div', {}, element('button', { class: 'button', type: 'submit' }, icon('mail'), say('invite.send'))));
}

async function invite(outing, body, count) {
  const list = await post(`/v1/outings/${outing.id}/invitations`, body);
  announce(list?.dietWarning ? say('fit.invited', { done: say('invite.done', { count }) }) : say('invite.done', { count }));
  refreshScreen();
}

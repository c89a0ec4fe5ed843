/** Inviting friends, circles and e-mail addresses to an outing. */
import { post, Problem } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { splitMailboxes } from '../mailboxes.js';
import { refreshScreen } from '../page.js';
import { tryAction } from './actions.js';
import { renderAvatar } from './avatar.js';
import { createButton } from './controls.js';
import { createField, createForm, showFieldError } from './form.js';
import { canSendMail } from './mail-availability.js';
import { showToast } from './toast.js';

/**
 * Renders the section. People who are already listed are not offered.
 *
 * @param {any} outing
 * @param {any[]} friends
 * @param {any[]} circles
 * @param {any[]} attendees
 */
export function renderInvitePanel(outing, friends, circles, attendees) {
  const listedIds = new Set(attendees.map((one) => one.person.id));
  const offered = friends.filter((friend) => !listedIds.has(friend.id));
  return createElement('section', { class: 'section', 'aria-labelledby': 'invite' },
    createElement('h2', { id: 'invite' }, translate('invite.title')),
    renderCircleButtons(outing, circles, listedIds),
    offered.length > 0 ? createFriendForm(outing, offered) : null,
    createEmailForm((emails) => sendInvitations(outing, { emails }, emails.length)),
    createNameForm(outing));
}

/** Renders a button for each circle with members who are not listed yet. */
function renderCircleButtons(outing, circles, listedIds) {
  const incomplete = circles.filter((circle) => circle.members.some((one) => !listedIds.has(one.id)));
  if (incomplete.length === 0) return null;
  const inviteCircle = async (circle, node) => {
    await tryAction(async () => {
      await sendInvitations(outing, { circles: [circle.id] }, circle.members.filter((one) => !listedIds.has(one.id)).length);
      node.remove();
    });
  };
  return createElement('div', { class: 'form' },
    createElement('h3', {}, translate('circles.title')),
    createElement('div', { class: 'actions' }, incomplete.map((circle) => {
      const node = createButton(circle.name, () => inviteCircle(circle, node),
        { icon: 'plus', label: translate('invite.circle', { name: circle.name }) });
      return node;
    })));
}

function createFriendForm(outing, offered) {
  const send = async (_, node) => {
    const chosen = [...node.querySelectorAll('input:checked')];
    if (chosen.length === 0) return showToast(translate('invite.noneChosen'));
    await sendInvitations(outing, { people: chosen.map((input) => input.value) }, chosen.length);
    for (const input of chosen) input.closest('label').remove();
    if (!node.querySelector('input')) node.remove();
  };
  return createForm({ class: 'form', label: translate('invite.friends'), send },
    createElement('fieldset', { class: 'chips wrap', 'data-field': 'people' },
      createElement('legend', { class: 'label' }, translate('invite.friends')),
      offered.map((friend) => createElement('label', { class: 'chip person-chip' },
        createElement('input', { type: 'checkbox', name: 'people', value: friend.id }),
        createElement('span', {}, createIcon('check', 'tick'), renderAvatar(friend), friend.name)))),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('invite.chosen'))));
}

/**
 * Creates the form for mail addresses, and shows which of them are none.
 *
 * @param {(emails: string[]) => Promise<void>} invite
 */
export function createEmailForm(invite) {
  const send = async ({ emails }, node) => {
    const mailboxes = splitMailboxes(emails);
    try {
      await invite(mailboxes);
    } catch (error) {
      const sentences = error instanceof Problem ? error.errors.map((fault) => describeFault(fault, mailboxes)) : [];
      if (sentences.length === 0 || sentences.includes(null)) throw error;
      showFieldError(node, 'emails', sentences.join(' '));
      node.elements.namedItem('emails').focus();
      return;
    }
    node.reset();
  };
  return createForm({ class: 'form', label: translate('invite.byMail'), send },
    canSendMail() ? null : createElement('p', {}, translate('invite.noMail')),
    createField({
      name: 'emails', label: translate('invite.mail'), hint: translate('invite.mailHint'), control: 'textarea', rows: 2,
      required: true, autocapitalize: 'none', spellcheck: 'false',
    }),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, canSendMail() ? createIcon('mail') : null, translate(canSendMail() ? 'invite.send' : 'invite.addByMail'))));
}

/** Creates the form for a person without an address, for whom the hosts answer. */
function createNameForm(outing) {
  const send = async ({ names }, node) => {
    await post(`/v1/outings/${outing.id}/invitations`, { names: [names] });
    node.reset();
    showToast(translate('invite.added', { name: names }));
    refreshScreen();
  };
  return createForm({ class: 'form', label: translate('invite.byName'), send },
    createField({ name: 'names', label: translate('invite.byName'), hint: translate('invite.nameHint'), required: true, maxlength: 80, autocomplete: 'off' }),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, createIcon('plus'), translate('invite.add'))));
}

/** Describes which entry of the list isn't an address; null for another fault. */
function describeFault({ pointer, code }, mailboxes) {
  const [, field, index] = pointer?.split('/') ?? [];
  if (field !== 'emails' || code !== 'not_an_email_address') return null;
  return translate('invite.badAddress', { position: Number(index) + 1, text: mailboxes[Number(index)] });
}

async function sendInvitations(outing, body, count) {
  const list = await post(`/v1/outings/${outing.id}/invitations`, body);
  const done = translate(body.emails && !canSendMail() ? 'invite.addedByMail' : 'invite.done', { count });
  showToast(list?.dietWarning ? translate('fit.invited', { done }) : done);
  refreshScreen();
}

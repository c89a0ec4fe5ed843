/** Inviting friends, circles and e-mail addresses to an outing. */
import { post, Problem } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { splitMailboxes } from '../mailboxes.js';
import { refreshScreen } from '../page.js';
import { tryAction } from './actions.js';
import { renderAvatar } from './avatar.js';
import { createButton } from './controls.js';
import { createField, createForm, showFieldError } from './form.js';
import { canSendMail } from './mail-availability.js';
import { showToast } from './toast.js';

const MAX_RECENT = 12;
const MIN_FILTERED = 8; // fewer people are seen at a glance

/**
 * Renders the section. People who are already listed are not offered.
 *
 * @param {any} outing
 * @param {{ friends: any[], companions: any[], circles: any[] }} known the companions shared an outing with the host
 * @param {any[]} attendees
 */
export function renderInvitePanel(outing, { friends, companions, circles }, attendees) {
  const listedIds = new Set(attendees.map((one) => one.person.id));
  const recent = companions.toSorted((one, other) => other.lastAt.localeCompare(one.lastAt)).map(({ person }) => person)
    .filter(({ id }) => !listedIds.has(id)).slice(0, MAX_RECENT);
  const others = friends.filter(({ id }) => !listedIds.has(id) && !recent.some((person) => person.id === id));
  return createElement('section', { class: 'section', 'aria-labelledby': 'invite' },
    createElement('h2', { id: 'invite' }, translate('invite.title')),
    renderCircleButtons(outing, circles, listedIds),
    recent.length + others.length > 0 ? createPeopleForm(outing, recent, others) : null,
    createEmailForm(`emails-${outing.id}`, (emails) => sendInvitations(outing, { emails }, emails.length)),
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
      const node = createButton(createElement('bdi', {}, circle.name), () => inviteCircle(circle, node),
        { icon: 'plus', label: translate('invite.circle', { name: circle.name }) });
      return node;
    })));
}

/** Creates the form for people to choose: those of recent outings, then the other friends. A long list has a filter. */
function createPeopleForm(outing, recent, friends) {
  const send = async (_, node) => {
    const chosen = [...node.querySelectorAll('input:checked')];
    if (chosen.length === 0) return showToast(translate('invite.noneChosen'));
    await sendInvitations(outing, { people: chosen.map((input) => input.value) }, chosen.length);
    for (const input of chosen) input.closest('label').remove();
    if (!node.querySelector('input[name=people]')) node.remove();
  };
  const groups = [renderGroup(translate('invite.recent'), recent), renderGroup(translate('invite.friends'), friends)];
  return createForm({ class: 'form', label: translate('invite.friends'), send },
    recent.length + friends.length > MIN_FILTERED ? createFilter() : null, groups,
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('invite.chosen'))));
}

function renderGroup(title, people) {
  if (people.length === 0) return null;
  return createElement('fieldset', { class: 'chips wrap', 'data-field': 'people' },
    createElement('legend', { class: 'label' }, title),
    people.map((person) => createElement('label', { class: 'chip person-chip' },
      createElement('input', { type: 'checkbox', name: 'people', value: person.id }),
      createElement('span', {}, createIcon('check', 'tick'), renderAvatar(person), createElement('bdi', {}, person.name)))));
}

/** Creates the field that hides people whose names lack what is typed. Those who are chosen stay visible. */
function createFilter() {
  const filter = ({ currentTarget: input }) => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    const chips = [...input.form.querySelectorAll('.person-chip')];
    for (const chip of chips) {
      const name = fold(chip.querySelector('bdi').textContent);
      chip.hidden = !chip.querySelector(':checked') && !words.every((word) => name.includes(word));
    }
    for (const group of input.form.querySelectorAll('fieldset')) group.hidden = !group.querySelector('.person-chip:not([hidden])');
    redraw(status, chips.every((chip) => chip.hidden) ? translate('invite.noneFound') : null);
  };
  const status = createElement('p', { class: 'hint', role: 'status' });
  const field = createField({ name: 'filter', label: translate('invite.filter'), type: 'search', autocomplete: 'off', on: { input: filter } });
  field.append(status);
  return field;
}

/** Returns a text without accents and case, to compare names. */
const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * Creates the form for mail addresses, and shows which of them are none.
 *
 * @param {string} draft where what is typed is kept
 * @param {(emails: string[]) => Promise<void>} invite
 */
export function createEmailForm(draft, invite) {
  const send = async ({ emails }, node) => {
    const mailboxes = splitMailboxes(emails);
    try {
      await invite(mailboxes);
    } catch (error) {
      const sentences = error instanceof Problem ? error.errors.map((fault) => describeFault(fault, mailboxes)) : [];
      if (sentences.length === 0 || sentences.includes(null)) throw error;
      showFieldError(node, 'emails', sentences.join(' '));
      node.elements.namedItem('emails').focus();
      return false;
    }
    node.reset();
    return true;
  };
  return createForm({ class: 'form', label: translate('invite.byMail'), draft, send },
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
  return createForm({ class: 'form', label: translate('invite.byName'), draft: `names-${outing.id}`, send },
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

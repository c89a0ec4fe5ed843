/** Finding friends by the addresses of an address book, and the setting that allows others to do so. */
import { post, put } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { runAndRefresh, tryAction } from './actions.js';
import { renderAvatar } from './avatar.js';
import { createButton } from './controls.js';
import { createField, createForm } from './form.js';
import { showToast } from './toast.js';

/**
 * Renders the section.
 *
 * @param {{ foundByAddress: boolean }} settings
 */
export function renderContactSearch(settings) {
  const results = createElement('ul', { class: 'rows people-rows' });
  const send = async ({ contacts }) => {
    const emails = contacts.split(/[\s,;<>"]+/).filter((word) => word.includes('@'));
    const { items } = await post('/v1/friends/contacts', { emails });
    const people = items.filter((contact) => contact.person);
    results.replaceChildren(...people.map(renderContact));
    showToast(translate('contacts.found', { count: people.length }));
  };
  return createElement('section', { class: 'section', 'aria-labelledby': 'contacts' },
    createElement('h2', { id: 'contacts' }, translate('contacts.title')),
    createForm({ class: 'form', label: translate('contacts.title'), draft: 'contacts', send },
      createField({
        name: 'contacts', label: translate('invite.mail'), hint: translate('contacts.hint'), control: 'textarea', rows: 2,
        required: true, autocapitalize: 'none', spellcheck: 'false',
      }),
      createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('contacts.look')))),
    results,
    createFindableSwitch(settings));
}

function renderContact({ email, person }) {
  const sendRequest = async () => {
    await runAndRefresh(async () => {
      await post('/v1/friends/requests', { email });
      showToast(translate('friends.asked', { email }));
    });
  };
  return createElement('li', { class: 'row wrap' }, renderAvatar(person),
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, person.name), createElement('span', { class: 'secondary' }, email)),
    person.isFriend ? null : createButton(translate('friends.add'), sendRequest, { variant: 'plain', key: `ask-${person.id}` }));
}

/** Creates the switch, which is saved immediately. */
function createFindableSwitch(settings) {
  const container = createElement('div', { class: 'group' });
  const setFindable = async (isFound) => {
    await tryAction(async () => {
      draw(await put('/v1/friends/settings', { foundByAddress: isFound }));
      showToast(translate('settings.saved'));
    });
  };
  const draw = ({ foundByAddress }) => redraw(container, createElement('div', { class: 'setting' },
    createElement('span', { class: 'setting-body' }, translate(foundByAddress ? 'contacts.isFound' : 'contacts.isNotFound')),
    createButton(translate(foundByAddress ? 'device.turnOff' : 'device.turnOn'), () => setFindable(!foundByAddress), { variant: 'plain', key: 'findable' })));
  draw(settings);
  return container;
}

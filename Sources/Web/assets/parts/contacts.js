/** Finding friends by the addresses in one's address book, and being found by one's own. */
import { post, Problem, put } from '../api.js';
import { element, redraw } from '../element.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { face } from './face.js';
import { field, form } from './form.js';
import { announce } from './said.js';

/** @param {{ foundByAddress: boolean }} settings */
export function contactPanel(settings) {
  const found = element('ul', { class: 'rows people-rows' });
  const send = async ({ contacts }) => {
    const emails = contacts.split(/[\s,;<>"]+/).filter((word) => word.includes('@'));
    const { items } = await post('/v1/friends/contacts', { emails });
    const people = items.filter((contact) => contact.person);
    found.replaceChildren(...people.map(row));
    announce(say('contacts.found', { count: people.length }));
  };
  return element('section', { class: 'section', 'aria-labelledby': 'contacts' },
    element('h2', { id: 'contacts' }, say('contacts.title')),
    form({ class: 'form', label: say('contacts.title'), send },
      field({
        name: 'contacts', label: say('invite.mail'), hint: say('contacts.hint'), control: 'textarea', rows: 2,
        required: true, autocapitalize: 'none', spellcheck: 'false',
      }),
      element('div', {}, element('button', { class: 'button', type: 'submit' }, say('contacts.look')))),
    found,
    findable(settings));
}

function row({ email, person }) {
  const asking = async () => {
    try {
      await post('/v1/friends/requests', { email });
      announce(say('friends.asked', { email }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      announce(error.message);
    }
    refreshScreen();
  };
  return element('li', { class: 'row wrap' }, face(person),
    element('div', { class: 'row-body' },
      element('span', { class: 'row-title' }, person.name), element('span', { class: 'second' }, email)),
    person.isFriend ? null : button(say('friends.add'), asking, { look: 'plain', key: `ask-${person.id}` }));
}

/** Holds at once. */
function findable(settings) {
  const place = element('div', { class: 'group' });
  const turn = async (isFound) => {
    try {
      draw(await put('/v1/friends/settings', { foundByAddress: isFound }));
      announce(say('settings.saved'));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      announce(error.message);
    }
  };
  const draw = ({ foundByAddress }) => redraw(place, element('div', { class: 'setting' },
    element('span', { class: 'setting-body' }, say(foundByAddress ? 'contacts.isFound' : 'contacts.isNotFound')),
    button(say(foundByAddress ? 'device.turnOff' : 'device.turnOn'), () => turn(!foundByAddress), { look: 'plain', key: 'findable' })));
  draw(settings);
  return place;
}

/** Suggesting a time, a place, both, or one more guest. */
import { post } from '../api.js';
import { element } from '../element.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';
import { field, form, showFault } from './form.js';
import { announce } from './said.js';

/** @param {any} outing @param {any[]} friends who is not on the list yet */
export function suggestPanel(outing, friends) {
  return element('section', { class: 'section', 'aria-labelledby': 'suggest' },
    element('h2', { id: 'suggest' }, say('suggest.title')),
    whenWhere(outing),
    element('details', { class: 'more-fields' }, element('summary', { class: 'button plain' }, say('suggest.guest')), guest(outing, friends)));
}

function whenWhere(outing) {
  const send = async ({ date, time, place }, node) => {
    if (Boolean(date) !== Boolean(time)) {
      showFault(node, date ? 'time' : 'date', say(date ? 'form.timeMissing' : 'form.dayMissing'));
      return;
    }
    const body = {};
    if (date) body.time = { startsAt: `${date}T${time}` };
    if (place) body.place = place;
    await suggest(outing, body);
    node.reset();
  };
  return form({ class: 'form', label: say('suggest.title'), send },
    element('fieldset', { class: 'two', 'data-field': 'time' },
      element('legend', { class: 'visually-hidden' }, say('fact.when')),
      field({ name: 'date', label: say('field.day'), type: 'date' }),
      field({ name: 'time', label: say('field.time'), type: 'time' })),
    element('div', { class: 'field', 'data-field': 'restaurantId' },
      field({ name: 'place', label: say('field.place'), maxlength: 400, autocomplete: 'off' }),
      element('p', {}, element('a', { class: 'link', href: `/restaurants?for=${outing.id}` }, say('field.findPlace')))),
    element('div', {}, element('button', { class: 'button', type: 'submit' }, say('suggest.send'))));
}

function guest(outing, friends) {
  const send = async ({ personId, email }, node) => {
    await suggest(outing, personId ? { personId } : { email });
    node.reset();
  };
  const options = [element('option', { value: '' }, say('suggest.byMail')),
    ...friends.map((friend) => element('option', { value: friend.id }, friend.name))];
  return form({ class: 'form', label: say('suggest.guest'), send },
    friends.length > 0 ? field({ name: 'personId', label: say('suggest.friend'), control: 'select', options }) : null,
    field({ name: 'email', label: say('suggest.mail'), type: 'email', autocapitalize: 'none', autocomplete: 'off' }),
    element('div', {}, element('button', { class: 'button', type: 'submit' }, say('suggest.send'))));
}

async function suggest(outing, body) {
  await post(`/v1/outings/${outing.id}/suggestions`, body);
  announce(say('suggest.done'));
  refreshScreen();
}

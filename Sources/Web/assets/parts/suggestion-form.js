/** Suggesting another time or place, or one more guest. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { createField, createForm, readValues, showFieldError } from './form.js';
import { createFindPlaceLink } from './outing-fields.js';
import { createPlaceField } from './place-field.js';
import { showToast } from './toast.js';

/**
 * Renders the forms.
 *
 * @param {any} outing
 * @param {any[]} friends the friends who are not listed yet
 */
export function renderSuggestionForms(outing, friends) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'suggest' },
    createElement('h2', { id: 'suggest' }, translate('suggest.title')),
    createChangeForm(outing),
    createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('suggest.guest')), createGuestForm(outing, friends)));
}

function createChangeForm(outing) {
  const send = async ({ date, time, place, restaurantId }, node) => {
    if (Boolean(date) !== Boolean(time)) {
      showFieldError(node, date ? 'time' : 'date', translate(date ? 'form.timeMissing' : 'form.dayMissing'));
      return false;
    }
    const body = {};
    if (date) body.time = { startsAt: `${date}T${time}` };
    if (place) Object.assign(body, restaurantId ? { restaurantId } : { place });
    await sendSuggestion(outing, body);
    node.reset();
    return true;
  };
  // The search for a restaurant takes the time along, so that both are suggested together.
  const takeTime = ({ currentTarget: link }) => {
    const { date, time } = readValues(link.closest('form'));
    link.search = new URLSearchParams({ for: outing.id, ...(date && time ? { at: `${date}T${time}` } : {}) });
  };
  return createForm({ class: 'form', label: translate('suggest.title'), draft: `suggestion-${outing.id}`, send },
    createElement('fieldset', { class: 'two-columns', 'data-field': 'time' },
      createElement('legend', { class: 'visually-hidden' }, translate('fact.when')),
      createField({ name: 'date', label: translate('field.day'), type: 'date' }),
      createField({ name: 'time', label: translate('field.time'), type: 'time' })),
    createPlaceField(null, createFindPlaceLink(outing.id, { click: takeTime })),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('suggest.send'))));
}

function createGuestForm(outing, friends) {
  const send = async ({ personId, email }, node) => {
    await sendSuggestion(outing, personId ? { personId } : { email });
    node.reset();
  };
  const options = [createElement('option', { value: '' }, translate('suggest.byMail')),
    ...friends.map((friend) => createElement('option', { value: friend.id, dir: 'auto' }, friend.name))];
  return createForm({ class: 'form', label: translate('suggest.guest'), draft: `suggest-guest-${outing.id}`, send },
    friends.length > 0 ? createField({ name: 'personId', label: translate('suggest.friend'), control: 'select', options }) : null,
    createField({ name: 'email', label: translate('suggest.mail'), type: 'email', autocapitalize: 'none', autocomplete: 'off' }),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('suggest.send'))));
}

async function sendSuggestion(outing, body) {
  await post(`/v1/outings/${outing.id}/suggestions`, body);
  showToast(translate('suggest.done'));
  refreshScreen();
}

/** A form that starts an outing with only a title. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { navigate } from '../page.js';
import { localTimeZone } from '../time.js';
import { createField, createForm } from './form.js';

export function createNewOutingForm() {
  return createForm({ class: 'new-outing-form', label: translate('start.title'), send: async ({ title }) => startOuting({ title }) },
    createField({ name: 'title', label: translate('start.label'), labelHidden: true, placeholder: translate('start.example'),
      required: true, maxlength: 120, autocomplete: 'off' }),
    createElement('button', { class: 'button primary large wide', type: 'submit' }, translate('start.action')));
}

/** Starts an outing and opens the page for inviting people. */
export async function startOuting(fields) {
  const outing = await post('/v1/outings', { timeZone: localTimeZone, ...fields });
  navigate(`/outings/${outing.id}/people`, { replace: location.pathname === '/outings/new' });
}

/** A form that starts an outing with only a title. */
import { post } from '../api.js';
import { createElement } from '../dom.js';
import { saveDraft } from '../form-drafts.js';
import { translate } from '../localization.js';
import { navigate } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { localTimeZone } from '../time.js';
import { createField, createForm } from './form.js';

/** The draft that every form for a new outing shares. */
export const NEW_OUTING_DRAFT = 'new-outing';

export function createNewOutingForm() {
  return createForm({
    class: 'new-outing-form', label: translate('start.title'), draft: NEW_OUTING_DRAFT,
    send: ({ title }) => (getCurrentPerson() ? startOuting({ title }) : startAfterSignIn({ title })),
  },
  createField({ name: 'title', label: translate('start.label'), labelHidden: true, placeholder: translate('start.example'),
    required: true, maxlength: 120, autocomplete: 'off' }),
  createElement('button', { class: 'button primary large wide', type: 'submit' }, translate('start.action')));
}

/** Starts an outing and opens the page for inviting people. */
export async function startOuting(fields) {
  const outing = await post('/v1/outings', { timeZone: localTimeZone, ...fields });
  navigate(`/outings/${outing.id}/people`, { replace: location.pathname === '/outings/new' });
}

/** Keeps what a visitor typed and asks for a sign-in, after which the outing is started. */
export function startAfterSignIn(values, { draft = NEW_OUTING_DRAFT, path = '/outings/new' } = {}) {
  saveDraft(draft, null, values, { isSubmitted: true });
  navigate(`/sign-in?to=${encodeURIComponent(path)}`);
  return false;
}

/** Starts an outing with a title alone; the next page invites. */
import { post } from '../api.js';
import { element } from '../element.js';
import { navigate } from '../page.js';
import { here } from '../time.js';
import { say } from '../words.js';
import { field, form } from './form.js';

export function startForm() {
  return form({ class: 'start', label: say('start.title'), send: async ({ title }) => startOuting({ title }) },
    field({ name: 'title', label: say('start.label'), labelHidden: true, placeholder: say('start.example'),
      required: true, maxlength: 120, autocomplete: 'off' }),
    element('button', { class: 'button sun large wide', type: 'submit' }, say('start.action')));
}

/** Makes the outing and goes on to the people. */
export async function startOuting(fields) {
  const outing = await post('/v1/outings', { timeZone: here, ...fields });
  navigate(`/outings/${outing.id}/people`, { replace: location.pathname === '/outings/new' });
}

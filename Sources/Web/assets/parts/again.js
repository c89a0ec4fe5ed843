/** Asks somebody to prove anew who they are, where the server wants that before it does something. */
import { post, Problem } from '../api.js';
import { element, redraw } from '../element.js';
import { hasPasskeys, signInByPasskey } from '../passkeys.js';
import { me } from '../session.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { field, form } from './form.js';
import { providerButton, signInWays } from './providers.js';

/** Does `act`; if that needs a sign-in of this moment, asks for one and does it then. */
export async function proven(act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'sign_in_again') throw error;
    await signInAgain(error.ways ?? []);
    return act();
  }
}

/** Resolves once they have; rejects with a {@link Problem} if they would rather not. */
async function signInAgain(ways) {
  const { items } = await signInWays();
  return new Promise((resolve, reject) => {
    const steps = element('div', { class: 'form' });
    const dialog = element('dialog', { class: 'sheet', 'aria-labelledby': 'again-title' },
      element('div', { class: 'form' }, element('h2', { id: 'again-title' }, say('again.title')),
        element('p', { class: 'second' }, say('again.text')), steps,
        element('div', { class: 'actions' }, button(say('action.notNow'), () => dialog.close(), { look: 'plain' }))));
    const done = () => {
      resolve();
      dialog.close();
    };
    dialog.addEventListener('close', () => {
      dialog.remove();
      reject(new Problem({ code: 'not_proven', detail: say('again.not') })); // nothing, once it was resolved
    });
    redraw(steps,
      ways.includes('passkey') && hasPasskeys() ? byPasskey(done) : null,
      ways.includes('email') ? byMail(done, steps) : null,
      items.filter(({ id }) => ways.includes(id)).map((provider) => providerButton(provider, {
        purpose: 'sign_in_again', to: location.pathname, words: say('signIn.with', { name: provider.name }), look: 'wide',
      })));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function byPasskey(done) {
  return form({
    send: async () => {
      await signInByPasskey();
      done();
    },
  }, element('button', { class: 'button sun wide', type: 'submit' }, say('signIn.passkey')));
}

function byMail(done, steps) {
  const { email } = me();
  return form({
    send: async () => {
      await post('/v1/auth/email', { email });
      redraw(steps, codeStep(email, done));
      steps.querySelector('input').focus();
    },
  }, element('button', { class: 'button wide', type: 'submit' }, say('again.mail', { email })));
}

function codeStep(email, done) {
  return form({
    send: async ({ code }) => {
      await post('/v1/auth/email/verify', { email, code: code.replace(/[\s-]/g, '') });
      done();
    },
  },
  element('p', { role: 'status' }, say('signIn.sent', { email })),
  field({
    name: 'code', label: say('signIn.code'), inputmode: 'numeric', autocomplete: 'one-time-code', required: true,
    maxlength: 20, spellcheck: 'false',
  }),
  element('button', { class: 'button sun wide', type: 'submit' }, say('signIn.enter')));
}

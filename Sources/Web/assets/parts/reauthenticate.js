/** Asking the person to sign in again before a sensitive action. */
import { inTurn, post, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { signInWithPasskey, supportsPasskeys } from '../passkeys.js';
import { getCurrentPerson } from '../session.js';
import { createButton } from './controls.js';
import { createField, createForm } from './form.js';
import { createProviderButton, fetchSignInMethods } from './identity-providers.js';

/** Runs an action. If the server requires a recent sign-in, asks for one and runs the action again. */
export async function runWithReauthentication(act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'sign_in_again') throw error;
    await reauthenticate(error.ways ?? []);
    return act();
  }
}

/** Asks for a sign-in. Resolves once it succeeded; rejects with a {@link Problem} if the person cancels. */
async function reauthenticate(methods) {
  const { items } = await fetchSignInMethods();
  return new Promise((resolve, reject) => {
    const steps = createElement('div', { class: 'form' });
    const dialog = createElement('dialog', { class: 'sheet', 'aria-labelledby': 'again-title' },
      createElement('div', { class: 'form' }, createElement('h2', { id: 'again-title' }, translate('again.title')),
        createElement('p', { class: 'secondary' }, translate('again.text')), steps,
        createElement('div', { class: 'actions' }, createButton(translate('action.notNow'), () => dialog.close(), { variant: 'plain' }))));
    const done = () => {
      resolve();
      dialog.close();
    };
    dialog.addEventListener('close', () => {
      dialog.remove();
      reject(new Problem({ code: 'not_proven', detail: translate('again.not') })); // no effect after resolve()
    });
    redraw(steps,
      methods.includes('passkey') && supportsPasskeys() ? createPasskeyForm(done) : null,
      methods.includes('email') ? createEmailForm(done, steps) : null,
      items.filter(({ id }) => methods.includes(id)).map((provider) => createProviderButton(provider, {
        purpose: 'sign_in_again', to: location.pathname, label: translate('signIn.with', { name: provider.name }), variant: 'wide',
      })));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function createPasskeyForm(done) {
  return createForm({
    send: async () => {
      await signInWithPasskey();
      done();
    },
  }, createElement('button', { class: 'button primary wide', type: 'submit' }, translate('signIn.passkey')));
}

function createEmailForm(done, steps) {
  const { email } = getCurrentPerson();
  return createForm({
    send: async () => {
      await post('/v1/auth/email', { email });
      redraw(steps, createCodeForm(email, done));
      steps.querySelector('input').focus();
    },
  }, createElement('button', { class: 'button wide', type: 'submit' }, translate('again.mail', { email })));
}

function createCodeForm(email, done) {
  return createForm({
    send: async ({ code }) => {
      await inTurn(() => post('/v1/auth/email/verify', { email, code: code.replace(/[\s-]/g, '') }));
      done();
    },
  },
  createElement('p', { role: 'status' }, translate('signIn.sent', { email })),
  createField({
    name: 'code', label: translate('signIn.code'), inputmode: 'numeric', autocomplete: 'one-time-code', required: true,
    maxlength: 20, spellcheck: 'false',
  }),
  createElement('button', { class: 'button primary wide', type: 'submit' }, translate('signIn.enter')));
}

/** Signing in by a code or link sent by e-mail, with a passkey, or with an identity provider. */
import { inTurn, patch, post } from '../api.js';
import { createElement, createHiddenText, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { isScreenPath, navigate } from '../page.js';
import { offerPasskeys, signInWithPasskey, supportsPasskeys } from '../passkeys.js';
import { completeSignIn, getCurrentPerson, setPerson } from '../session.js';
import { localTimeZone } from '../time.js';
import { renderLargeClockFace } from '../parts/clock-face.js';
import { createButton } from '../parts/controls.js';
import { createField, createForm } from '../parts/form.js';
import { createProviderButton, describeProviderError, fetchSignInMethods } from '../parts/identity-providers.js';
import { createWordmark } from '../parts/navigation.js';
import { showToast } from '../parts/toast.js';

const CODE_DIGITS = 8; // the length of the codes the server sends
const OFFER_TIMEOUT_MS = 240_000; // less than the five minutes for which the server keeps a passkey challenge

export default async function loadSignInScreen({ query, signal }) {
  const steps = createElement('div', { class: 'form' });
  const next = readDestination(query.get('to'));
  if (getCurrentPerson()) {
    redraw(steps, renderAlreadySignedIn(next));
    // Returning from a provider; finishing has to wait until this screen is shown, because it opens another one.
    if (query.has('arrived')) setTimeout(() => finishSignIn(next, steps));
  } else if (query.has('token')) {
    redraw(steps, createLinkForm(query.get('token'), next, steps));
  } else {
    redraw(steps, renderProviderError(query.get('problem')), renderMethods(await fetchSignInMethods({ signal }), next, steps));
    offerPasskeysRepeatedly(next, steps, signal);
  }
  return {
    title: translate('signIn.title'),
    content: createElement('div', { class: 'solo daylight', 'data-when': 'T12:00:' },
      createElement('div', { class: 'solo-body' },
        renderLargeClockFace('T12:00:00', 'hero-clock solo-clock'),
        createElement('header', { class: 'center' },
          createElement('h1', { class: 'brand-title' }, createHiddenText(translate('signIn.heading')), createWordmark()),
          createElement('p', { class: 'lead' }, translate('signIn.lead'))),
        steps,
        createElement('p', { class: 'fine-print center-text' }, translate('signIn.invited')),
        createElement('p', { class: 'fine-print center-text' },
          createElement('a', { class: 'link', href: '/privacy' }, translate('service.privacy')), ' · ',
          createElement('a', { class: 'link', href: '/about' }, translate('service.about'))))),
  };
}

/** Returns the path to open after the sign-in. Only paths of the client are allowed, because the query is not trusted. */
function readDestination(requested) {
  if (!requested?.startsWith('/') || requested.startsWith('//')) return '/';
  const path = new URL(requested, location.origin);
  return path.origin === location.origin && isScreenPath(path.pathname) ? path.pathname + path.search : '/';
}

/** Renders why a provider sent the person back without a session. */
function renderProviderError(code) {
  return code ? createElement('p', { class: 'error', role: 'alert' }, describeProviderError(code)) : null;
}

/**
 * Renders every method that both the server and the browser support. If there is none, e-mail is offered, and the server's response explains
 * what to do.
 */
function renderMethods(methods, next, steps) {
  const passkey = methods.passkeys && supportsPasskeys() ? createPasskeyForm(next, steps) : null;
  const providers = methods.items.map((provider) => createProviderButton(provider, {
    purpose: 'sign_in', to: next, label: translate('signIn.with', { name: provider.name }), variant: 'large wide',
  }));
  const others = [passkey, ...providers].filter(Boolean);
  const addressForm = methods.email || others.length === 0 ? createAddressForm(next, steps) : null;
  return [addressForm, addressForm && others.length > 0 ? createElement('p', { class: 'fine-print center-text' }, translate('signIn.or')) : null, others];
}

function createPasskeyForm(next, steps) {
  return createForm({
    send: async () => {
      await signInWithPasskey();
      await finishSignIn(next, steps);
    },
  }, createElement('button', { class: 'button large wide', type: 'submit' }, translate('signIn.passkey')));
}

/** Lets the browser offer passkeys in the e-mail field, with a new challenge before the old one expires. */
async function offerPasskeysRepeatedly(next, steps, signal) {
  while (!signal.aborted && steps.querySelector('[autocomplete~=webauthn]')) {
    const expiry = new AbortController();
    const stop = () => expiry.abort();
    const timer = setTimeout(stop, OFFER_TIMEOUT_MS);
    signal.addEventListener('abort', stop);
    steps.addEventListener('submit', stop);
    const hasSignedIn = await offerPasskeys(expiry.signal);
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    steps.removeEventListener('submit', stop);
    if (hasSignedIn) return finishSignIn(next, steps);
    if (!expiry.signal.aborted) return null; // the browser or the person declined
  }
  return null;
}

function createAddressForm(next, steps, known = '') {
  return createForm({
    send: async ({ email }) => {
      await post('/v1/auth/email', { email });
      redraw(steps, createCodeForm(email, next, steps));
      steps.querySelector('input').focus();
    },
  },
  createField({
    name: 'email', label: translate('signIn.email'), placeholder: translate('signIn.example'), value: known,
    type: 'email', autocomplete: 'email webauthn', inputmode: 'email', required: true, maxlength: 254, autofocus: true,
  }),
  createSubmitButton(translate('signIn.sendCode')));
}

function createCodeForm(email, next, steps) {
  const changeAddress = () => {
    redraw(steps, createAddressForm(next, steps, email));
    steps.querySelector('input').focus();
  };
  const resend = async () => {
    await post('/v1/auth/email', { email }).then(
      () => {
        redraw(steps, createCodeForm(email, next, steps)); // without the error about an earlier code
        steps.querySelector('input').focus();
        showToast(translate('signIn.sentAgain', { email }));
      },
      (problem) => showToast(problem.message));
  };
  const sent = createElement('p', { role: 'status' }, translate('signIn.sent', { email }));
  return createForm({
    send: async ({ code }, node) => {
      const digits = code.replace(/[\s-]/g, '');
      let session;
      try {
        session = await inTurn(() => post('/v1/auth/email/verify', { email, code: digits }));
      } catch (error) {
        sent.hidden = true; // it says that the code works
        node.elements.namedItem('code').select();
        throw error;
      }
      await finishSignIn(next, steps, session);
    },
  },
  sent,
  createField({
    name: 'code', label: translate('signIn.code'), on: { input: submitWhenComplete },
    inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 20, spellcheck: 'false',
  }),
  createSubmitButton(translate('signIn.enter')),
  createElement('div', { class: 'actions' },
    createButton(translate('signIn.again'), resend, { variant: 'plain' }),
    createButton(translate('signIn.otherAddress'), changeAddress, { variant: 'plain' })));
}

/** Submits a complete code automatically. */
function submitWhenComplete({ target }) {
  if (target.value.replace(/\D/g, '').length === CODE_DIGITS) target.form.requestSubmit();
}

/** Creates the form for a sign-in link. Opening the link must not use it up, because mail scanners open links too. */
function createLinkForm(token, next, steps) {
  return createForm({
    send: async () => {
      await finishSignIn(next, steps, await inTurn(() => post('/v1/auth/email/verify', { token })));
    },
  },
  createElement('p', { class: 'center-text' }, translate('signIn.byLink')),
  createSubmitButton(translate('signIn.enter')),
  createElement('p', { class: 'center-text' }, createElement('a', { class: 'link', href: '/sign-in' }, translate('signIn.byCode'))));
}

/**
 * Continues after a sign-in. A name that equals the local part of the address was not chosen by the person, so it is asked for once; the
 * name as which they were invited is proposed.
 */
async function finishSignIn(next, steps, session = null) {
  const person = await completeSignIn();
  if (person && person.email?.split('@')[0] === person.name) {
    redraw(steps, createNameForm(next, session?.suggestedName));
    steps.querySelector('input').focus();
  } else {
    navigate(next, { replace: true });
  }
}

function createNameForm(next, suggested) {
  return createForm({
    send: async ({ name }) => {
      setPerson(await patch('/v1/me', { name, timeZone: getCurrentPerson().timeZone ?? localTimeZone }));
      navigate(next, { replace: true });
    },
  },
  createField({
    name: 'name', label: translate('signIn.name'), hint: translate('settings.nameHint'), value: suggested,
    autocomplete: 'name', required: true, maxlength: 80,
  }),
  createSubmitButton(translate('signIn.done')));
}

function renderAlreadySignedIn(next) {
  return createElement('div', { class: 'form' }, createElement('p', {}, translate('signIn.already', { name: getCurrentPerson().name })),
    createElement('a', { class: 'button primary large wide', href: next }, translate('signIn.goOn')));
}

function createSubmitButton(text) {
  return createElement('button', { class: 'button primary large wide', type: 'submit' }, text);
}

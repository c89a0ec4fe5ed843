/** Sign in: an address, then the code that was mailed; or the link of that mail, which asks for a press. */
import { patch, post } from '../api.js';
import { element, hidden, redraw } from '../element.js';
import { button } from '../parts/controls.js';
import { field, form } from '../parts/form.js';
import { largePlate } from '../parts/plate.js';
import { wordmark } from '../parts/navigation.js';
import { announce } from '../parts/said.js';
import { providerButton, signInWays, whyNot } from '../parts/providers.js';
import { hasPasskeys, offerPasskeys, signInByPasskey } from '../passkeys.js';
import { arrive, me, setPerson } from '../session.js';
import { isScreenPath, navigate } from '../page.js';
import { here } from '../time.js';
import { say } from '../words.js';

const CODE_DIGITS = 8; // as the server mails them
const OFFER_MS = 240_000; // below the five minutes for which the server keeps what it asked

export default async function signInScreen({ query, signal }) {
  const steps = element('div', { class: 'form' });
  const next = destination(query.get('to'));
  if (me()) {
    redraw(steps, already(next));
    // Back from a provider; once this screen is shown, for the next one is another.
    if (query.has('arrived')) setTimeout(() => enter(next, steps));
  } else if (query.has('token')) {
    redraw(steps, linkStep(query.get('token'), next, steps));
  } else {
    redraw(steps, failed(query.get('problem')), first(await signInWays({ signal }), next, steps));
    keepOffering(next, steps, signal);
  }
  return {
    title: say('signIn.title'),
    content: element('div', { class: 'solo light', 'data-when': 'T12:00:' },
      element('div', { class: 'solo-body' },
        largePlate('T12:00:00', 'hero-plate solo-plate'),
        element('header', { class: 'center' },
          element('h1', { class: 'brand-title' }, hidden(say('signIn.heading')), wordmark()),
          element('p', { class: 'lead' }, say('signIn.lead'))),
        steps,
        element('p', { class: 'fine center-text' }, say('signIn.invited')),
        element('p', { class: 'fine center-text' },
          element('a', { class: 'link', href: '/privacy' }, say('privacy.title')), ' · ',
          element('a', { class: 'link', href: '/about' }, say('about.title'))))),
  };
}

/** Only a path of ours: an address from the query must not lead away. */
function destination(wanted) {
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return '/';
  const path = new URL(wanted, location.origin);
  return path.origin === location.origin && isScreenPath(path.pathname) ? path.pathname + path.search : '/';
}

/** Why somebody came back from a provider without a session. */
function failed(code) {
  return code ? element('p', { class: 'fault', role: 'alert' }, whyNot(code)) : null;
}

/** Every way that this server and this browser have. Without any, mail: its answer says what to do then. */
function first(ways, next, steps) {
  const passkey = ways.passkeys && hasPasskeys() ? passkeyStep(next, steps) : null;
  const providers = ways.items.map((provider) => providerButton(provider, {
    purpose: 'sign_in', to: next, words: say('signIn.with', { name: provider.name }), look: 'large wide',
  }));
  const others = [passkey, ...providers].filter(Boolean);
  const mail = ways.email || others.length === 0 ? addressStep(next, steps) : null;
  return [mail, mail && others.length > 0 ? element('p', { class: 'fine center-text' }, say('signIn.or')) : null, others];
}

function passkeyStep(next, steps) {
  return form({
    send: async () => {
      await signInByPasskey();
      await enter(next, steps);
    },
  }, element('button', { class: 'button large wide', type: 'submit' }, say('signIn.passkey')));
}

/** Lets the browser offer its passkeys in the field; asked for anew before the server forgets what it asked. */
async function keepOffering(next, steps, signal) {
  while (!signal.aborted && steps.querySelector('[autocomplete~=webauthn]')) {
    const over = new AbortController();
    const stop = () => over.abort();
    const timer = setTimeout(stop, OFFER_MS);
    signal.addEventListener('abort', stop);
    steps.addEventListener('submit', stop);
    const isIn = await offerPasskeys(over.signal);
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    steps.removeEventListener('submit', stop);
    if (isIn) return enter(next, steps);
    if (!over.signal.aborted) return null; // it cannot, or would not
  }
  return null;
}

function addressStep(next, steps, known = '') {
  return form({
    send: async ({ email }) => {
      await post('/v1/auth/email', { email });
      redraw(steps, codeStep(email, next, steps));
      steps.querySelector('input').focus();
    },
  },
  field({
    name: 'email', label: say('signIn.email'), placeholder: say('signIn.example'), value: known,
    type: 'email', autocomplete: 'email webauthn', inputmode: 'email', required: true, maxlength: 254,
  }),
  submit(say('signIn.sendCode')));
}

function codeStep(email, next, steps) {
  const change = () => {
    redraw(steps, addressStep(next, steps, email));
    steps.querySelector('input').focus();
  };
  const again = async () => {
    await post('/v1/auth/email', { email }).then(
      () => announce(say('signIn.sentAgain', { email })),
      (problem) => announce(problem.message));
  };
  return form({
    send: async ({ code }) => {
      const digits = code.replace(/[\s-]/g, '');
      await post('/v1/auth/email/verify', { email, code: digits });
      await enter(next, steps);
    },
  },
  element('p', { role: 'status' }, say('signIn.sent', { email })),
  field({
    name: 'code', label: say('signIn.code'), on: { input: sendWhenWhole },
    inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 20, spellcheck: 'false',
  }),
  submit(say('signIn.enter')),
  element('div', { class: 'actions' },
    button(say('signIn.again'), again, { look: 'plain' }),
    button(say('signIn.otherAddress'), change, { look: 'plain' })));
}

/** A whole code is sent by itself: pasting is enough. */
function sendWhenWhole({ target }) {
  if (target.value.replace(/\D/g, '').length === CODE_DIGITS) target.form.requestSubmit();
}

/** Opening a link must change nothing: mail scanners open links too. The press does. */
function linkStep(token, next, steps) {
  return form({
    send: async () => {
      await post('/v1/auth/email/verify', { token });
      await enter(next, steps);
    },
  },
  element('p', {}, say('signIn.byLink')),
  submit(say('signIn.enter')),
  element('p', {}, element('a', { class: 'link', href: '/sign-in' }, say('signIn.byCode'))));
}

/** A name that is only the address's first half was never chosen: it is asked for once. */
async function enter(next, steps) {
  const person = await arrive();
  if (person && person.email?.split('@')[0] === person.name) {
    redraw(steps, nameStep(next));
    steps.querySelector('input').focus();
  } else {
    navigate(next, { replace: true });
  }
}

function nameStep(next) {
  return form({
    send: async ({ name }) => {
      setPerson(await patch('/v1/me', { name, timeZone: me().timeZone ?? here }));
      navigate(next, { replace: true });
    },
  },
  field({
    name: 'name', label: say('signIn.name'), hint: say('settings.nameHint'),
    autocomplete: 'name', required: true, maxlength: 80,
  }),
  submit(say('signIn.done')));
}

function already(next) {
  return element('div', { class: 'form' }, element('p', {}, say('signIn.already', { name: me().name })),
    element('a', { class: 'button sun large wide', href: next }, say('signIn.goOn')));
}

function submit(words) {
  return element('button', { class: 'button sun large wide', type: 'submit' }, words);
}

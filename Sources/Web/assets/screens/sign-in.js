/** Sign in: an address, then the code that was mailed; or the link of that mail, which asks for a press. */
import { patch, post } from '../api.js';
import { element, hidden, redraw } from '../element.js';
import { button } from '../parts/controls.js';
import { field, form } from '../parts/form.js';
import { largePlate } from '../parts/plate.js';
import { wordmark } from '../parts/navigation.js';
import { announce } from '../parts/said.js';
import { arrive, me, setPerson } from '../session.js';
import { go } from '../router.js';
import { here } from '../time.js';
import { matched } from '../routes.js';
import { say } from '../words.js';

const CODE_DIGITS = 8; // as the server mails them

export default async function signInScreen({ query }) {
  const steps = element('div', { class: 'form' });
  const next = destination(query.get('to'));
  if (me()) redraw(steps, already(next));
  else if (query.has('token')) redraw(steps, linkStep(query.get('token'), next, steps));
  else redraw(steps, addressStep(next, steps));
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
  return path.origin === location.origin && matched(path.pathname) ? path.pathname + path.search : '/';
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
    type: 'email', autocomplete: 'email', inputmode: 'email', required: true, maxlength: 254,
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
    go(next, { replace: true });
  }
}

function nameStep(next) {
  return form({
    send: async ({ name }) => {
      setPerson(await patch('/v1/me', { name, timeZone: me().timeZone ?? here }));
      go(next, { replace: true });
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

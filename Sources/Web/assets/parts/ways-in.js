/** "Ways to sign in": the address, passkeys and identities of an account, to be added, named and removed. */
import { all, patch, post, Problem, remove } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { hasPasskeys, makePasskey } from '../passkeys.js';
import { me, setPerson } from '../session.js';
import { here, momentWithin } from '../time.js';
import { say } from '../words.js';
import { proven } from './again.js';
import { button } from './controls.js';
import { ask } from './dialog.js';
import { field } from './form.js';
import { signInWays, visit } from './providers.js';
import { announce } from './said.js';

export function waysIn(told) {
  const body = element('div', { class: 'group' });
  const draw = async () => {
    const [ways, passkeys, identities] = await Promise.all(
      [signInWays(), all('/v1/me/passkeys'), all('/v1/me/identities')]);
    redraw(body, address(ways, told, draw), passkeys.map((one) => passkeyRow(one, draw)),
      identities.map((one) => identityRow(one, ways, draw)), adding(ways, identities, draw));
  };
  draw().catch(said);
  return element('section', { class: 'section', 'aria-labelledby': 'ways' },
    element('h2', { id: 'ways' }, say('ways.title')), body);
}

function said(error) {
  if (!(error instanceof Problem)) throw error;
  announce(error.message);
}

/** A press that does something, says so, and shows what is so then. */
function act(action, sentence, draw) {
  return async () => {
    try {
      await action();
      await draw();
      announce(sentence);
    } catch (error) {
      said(error);
    }
  };
}

function row(sign, title, second, ...buttons) {
  return element('div', { class: 'setting wrap' }, icon(sign),
    element('div', { class: 'setting-body' }, element('span', {}, title), second ? element('span', { class: 'second' }, second) : null),
    buttons);
}

function address(ways, told, draw) {
  if (!ways.email && !me().email) return null;
  const change = () => newAddress(async () => {
    await draw();
    await told();
  });
  return row('mail', me().email ?? say('ways.noAddress'), say('ways.byMail'),
    ways.email ? button(me().email ? say('ways.change') : say('ways.addAddress'), change, { look: 'plain', key: 'address' }) : null);
}

function newAddress(done) {
  ask({
    title: say('ways.newAddress'), text: say('ways.newAddressText'), yes: say('signIn.sendCode'),
    fields: [field({
      name: 'email', label: say('signIn.email'), type: 'email', autocomplete: 'email', required: true, maxlength: 254,
    })],
    act: async ({ email }) => {
      await proven(() => post('/v1/me/email', { email }));
      codeOf(email, done);
    },
  });
}

function codeOf(email, done) {
  ask({
    title: say('ways.newAddress'), text: say('signIn.sent', { email }), yes: say('action.save'),
    fields: [field({
      name: 'code', label: say('signIn.code'), inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 20,
    })],
    act: async ({ code }) => {
      setPerson(await proven(() => post('/v1/me/email/verify', { email, code: code.replace(/[\s-]/g, '') })));
      await done();
      announce(say('ways.addressChanged', { email }));
    },
  });
}

function passkeyRow(one, draw) {
  const used = one.usedAt ? say('ways.used', { moment: momentWithin(one.usedAt, here) }) : say('ways.unused');
  const kind = one.isBackedUp ? say('ways.synced') : say('ways.onDevice');
  const rename = () => ask({
    title: say('ways.rename'), yes: say('action.save'),
    fields: [field({ name: 'passkey', label: say('settings.name'), value: one.name, required: true, maxlength: 80 })],
    act: async ({ passkey }) => {
      await patch(`/v1/me/passkeys/${one.id}`, { name: passkey });
      await draw();
    },
  });
  return row('key', one.name, `${kind} · ${used}`,
    button(say('ways.renameShort'), rename, { look: 'plain', key: `rename-${one.id}`, label: say('ways.renameOf', { name: one.name }) }),
    removal(`/v1/me/passkeys/${one.id}`, one.name, one.id, draw));
}

function identityRow(one, { items }, draw) {
  const name = items.find(({ id }) => id === one.provider)?.name ?? one.provider;
  return row('you', name, one.address, removal(`/v1/me/identities/${one.id}`, name, one.id, draw));
}

function removal(path, name, id, draw) {
  const question = () => ask({
    title: say('ways.removeTitle', { name }), text: say('ways.removeText'), yes: say('remove.short'),
    act: async () => {
      await proven(() => remove(path));
      await draw();
      announce(say('ways.removed', { name }));
    },
  });
  return button(say('remove.short'), question, { look: 'plain', key: `remove-${id}`, label: say('ways.removeOf', { name }) });
}

function adding(ways, identities, draw) {
  const free = ways.items.filter(({ id }) => !identities.some(({ provider }) => provider === id));
  const passkey = ways.passkeys && hasPasskeys()
    ? button(say('ways.addPasskey'), act(() => proven(makePasskey), say('ways.passkeyAdded'), draw), { key: 'add-passkey' })
    : null;
  if (!passkey && free.length === 0) return null;
  return element('div', { class: 'setting wrap' }, passkey, free.map((provider) => {
    const link = () => proven(() => visit(provider, { purpose: 'link', to: '/settings' })).catch(said);
    return button(say('ways.addProvider', { name: provider.name }), link, { key: `add-${provider.id}` });
  }));
}

/** The settings of the account's sign-in methods: e-mail address, passkeys and identities. */
import { getAll, patch, post, Problem, remove } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createPasskey, supportsPasskeys } from '../passkeys.js';
import { getCurrentPerson, setPerson } from '../session.js';
import { formatDateTimeInSentence, localTimeZone } from '../time.js';
import { createButton } from './controls.js';
import { openFormDialog } from './dialog.js';
import { createField } from './form.js';
import { fetchSignInMethods, goToProvider } from './identity-providers.js';
import { createAddress } from './labels.js';
import { runWithReauthentication } from './reauthenticate.js';
import { showToast } from './toast.js';

export function renderSignInMethods(onAddressChanged) {
  const body = createElement('div', { class: 'group' });
  const draw = async () => {
    const [methods, passkeys, identities] = await Promise.all(
      [fetchSignInMethods(), getAll('/v1/me/passkeys'), getAll('/v1/me/identities')]);
    redraw(body, renderAddress(methods, onAddressChanged, draw), passkeys.map((one) => renderPasskey(one, draw)),
      identities.map((one) => renderIdentity(one, methods, draw)), renderAddButtons(methods, identities, draw));
  };
  draw().catch(reportProblem);
  return createElement('section', { class: 'section', 'aria-labelledby': 'ways' },
    createElement('h2', { id: 'ways' }, translate('ways.title')), body);
}

function reportProblem(error) {
  if (!(error instanceof Problem)) throw error;
  showToast(error.message);
}

/** Creates a click handler that runs an action, shows the result and reports the outcome. */
function createHandler(action, sentence, draw) {
  return async () => {
    try {
      await action();
      await draw();
      showToast(sentence);
    } catch (error) {
      reportProblem(error);
    }
  };
}

function renderMethod(icon, title, second, ...buttons) {
  return createElement('div', { class: 'setting wrap' }, createIcon(icon),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, title), second ? createElement('span', { class: 'secondary' }, second) : null),
    buttons);
}

function renderAddress(methods, onAddressChanged, draw) {
  if (!methods.email && !getCurrentPerson().email) return null;
  const change = () => openAddressDialog(async () => {
    await draw();
    await onAddressChanged();
  });
  return renderMethod('mail', getCurrentPerson().email ? createAddress(getCurrentPerson().email) : translate('ways.noAddress'), translate('ways.byMail'),
    methods.email ? createButton(getCurrentPerson().email ? translate('ways.change') : translate('ways.addAddress'), change, { variant: 'plain', key: 'address' }) : null);
}

function openAddressDialog(done) {
  openFormDialog({
    title: translate('ways.newAddress'), text: translate('ways.newAddressText'), yes: translate('signIn.sendCode'),
    fields: [createField({
      name: 'email', label: translate('signIn.email'), type: 'email', autocomplete: 'email', required: true, maxlength: 254,
    })],
    act: async ({ email }) => {
      await runWithReauthentication(() => post('/v1/me/email', { email }));
      openCodeDialog(email, done);
    },
  });
}

function openCodeDialog(email, done) {
  openFormDialog({
    title: translate('ways.newAddress'), text: translate('signIn.sent', { email }), yes: translate('action.save'),
    fields: [createField({
      name: 'code', label: translate('signIn.code'), inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 20,
    })],
    act: async ({ code }) => {
      setPerson(await runWithReauthentication(() => post('/v1/me/email/verify', { email, code: code.replace(/[\s-]/g, '') })));
      await done();
      showToast(translate('ways.addressChanged', { email }));
    },
  });
}

function renderPasskey(passkey, draw) {
  const used = passkey.usedAt ? translate('ways.used', { moment: formatDateTimeInSentence(passkey.usedAt, localTimeZone) }) : translate('ways.unused');
  const kind = passkey.isBackedUp ? translate('ways.synced') : translate('ways.onDevice');
  const rename = () => openFormDialog({
    title: translate('ways.rename'), yes: translate('action.save'), draft: `passkey-${passkey.id}`, saysRestored: true,
    fields: [createField({ name: 'passkey', label: translate('settings.name'), value: passkey.name, required: true, maxlength: 80 })],
    act: async ({ passkey: name }) => {
      await patch(`/v1/me/passkeys/${passkey.id}`, { name });
      await draw();
    },
  });
  return renderMethod('key', passkey.name, `${kind} · ${used}`,
    createButton(translate('ways.renameShort'), rename, { variant: 'plain', key: `rename-${passkey.id}`, label: translate('ways.renameOf', { name: passkey.name }) }),
    createRemoveButton(`/v1/me/passkeys/${passkey.id}`, passkey.name, passkey.id, draw));
}

function renderIdentity(identity, { items }, draw) {
  const name = items.find(({ id }) => id === identity.provider)?.name ?? identity.provider;
  return renderMethod('person', name, identity.address, createRemoveButton(`/v1/me/identities/${identity.id}`, name, identity.id, draw));
}

function createRemoveButton(path, name, id, draw) {
  const question = () => openFormDialog({
    title: translate('ways.removeTitle', { name }), text: translate('ways.removeText'), yes: translate('remove.short'), isDanger: true,
    act: async () => {
      await runWithReauthentication(() => remove(path));
      await draw();
      showToast(translate('ways.removed', { name }));
    },
  });
  return createButton(translate('remove.short'), question, { variant: 'plain', key: `remove-${id}`, label: translate('ways.removeOf', { name }) });
}

function renderAddButtons(methods, identities, draw) {
  const free = methods.items.filter(({ id }) => !identities.some(({ provider }) => provider === id));
  const passkey = methods.passkeys && supportsPasskeys()
    ? createButton(translate('ways.addPasskey'), createHandler(() => runWithReauthentication(createPasskey), translate('ways.passkeyAdded'), draw), { key: 'add-passkey' })
    : null;
  if (!passkey && free.length === 0) return null;
  return createElement('div', { class: 'setting wrap' }, passkey, free.map((provider) => {
    const link = () => runWithReauthentication(() => goToProvider(provider, { purpose: 'link', to: '/settings' })).catch(reportProblem);
    return createButton(translate('ways.addProvider', { name: provider.name }), link, { key: `add-${provider.id}` });
  }));
}

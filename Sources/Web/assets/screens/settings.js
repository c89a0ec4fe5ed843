/** The person's settings: profile, sign-in methods, notifications, sessions and data. */
import { get, getAll, inTurn, patch, post, Problem, remove } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { chooseLanguage, language, LANGUAGES, translate } from '../localization.js';
import { navigate, redrawInNewLanguage, refreshScreen } from '../page.js';
import { getCurrentPerson, setPerson } from '../session.js';
import { formatDateTimeInSentence, formatTimeZone, localTimeZone, timeZones } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { renderAvatar } from '../parts/avatar.js';
import { renderCalendarSubscription } from '../parts/calendar-subscription.js';
import { createButton } from '../parts/controls.js';
import { openFormDialog } from '../parts/dialog.js';
import { renderDietSettings } from '../parts/diet-settings.js';
import { createField, createForm, createOptions } from '../parts/form.js';
import { describeProviderError } from '../parts/identity-providers.js';
import { createFactLine } from '../parts/labels.js';
import { renderNotificationSettings } from '../parts/notification-settings.js';
import { renderPayoutMethods } from '../parts/payout-methods.js';
import { renderPersonalData } from '../parts/personal-data.js';
import { renderProfilePicture } from '../parts/profile-picture.js';
import { renderPushSettings } from '../parts/push-settings.js';
import { renderRememberedCard } from '../parts/remembered-card.js';
import { sendQueuedAnswers } from '../parts/queued-answers.js';
import { renderSignInMethods } from '../parts/sign-in-methods.js';
import { forgetPerson } from '../parts/sign-out.js';
import { showToast } from '../parts/toast.js';

export default async function loadSettingsScreen({ query, signal }) {
  const head = createElement('header', { class: 'profile' });
  const sessions = createElement('div', { class: 'group' });
  const portrait = createElement('div', { class: 'group' });
  const draw = (sessionList) => {
    redraw(portrait, renderProfilePicture(refresh));
    redraw(head, renderAvatar(getCurrentPerson()), createElement('div', {}, createElement('h1', { dir: 'auto' }, getCurrentPerson().name), createFactLine([getCurrentPerson().email, formatZone(getCurrentPerson().timeZone)])));
    redraw(sessions, sessionList.map(renderSession), renderSignOutEverywhere(sessionList));
  };
  const refresh = async () => draw(await getAll('/v1/sessions'));
  const [sessionList, channels, dietNeeds, data, calendar, payouts, links, card] = await Promise.all([
    getAll('/v1/sessions', { signal }), get('/v1/me/channels', { signal }), get('/v1/me/diets', { signal }), renderPersonalData({ signal }),
    get('/v1/calendar', { signal }), get('/v1/me/payout-methods', { signal }), get('/v1/payment-links', { signal }), get('/v1/me/remembered-card', { signal }),
  ]);
  draw(sessionList);
  if (query.has('payouts')) setTimeout(() => document.getElementById('payouts')?.scrollIntoView());
  if (query.has('added') || query.has('problem')) setTimeout(() => reportProviderResult(query)); // after this screen is shown
  return {
    title: translate('settings.title'),
    content: createElement('div', {}, head, createElement('div', { class: 'columns' },
      createElement('div', { class: 'section-stack' }, createElement('div', { class: 'group' }, createSettingLink('/friends', translate('friends.title')), createSettingLink('/orders', translate('ownOrders.title')), createSettingLink('/venues', translate('ownVenues.title'))),
        renderProfile(portrait, refresh), renderSignInMethods(refresh), renderCalendarSubscription(calendar.url), renderDietSettings(dietNeeds), renderPayoutMethods(payouts.items, links.items), renderRememberedCard(card)),
      createElement('div', { class: 'section-stack' },
        renderPushSettings(), renderNotificationSettings(channels.items),
        createElement('section', { class: 'section', 'aria-labelledby': 'sessions' },
          createElement('h2', { id: 'sessions' }, translate('settings.sessions')), sessions),
        data, renderMore()))),
    concerns: () => false,
    refresh,
  };
}

/** Reports the result of linking an identity provider, once. */
function reportProviderResult(query) {
  showToast(query.has('added') ? translate('ways.added') : describeProviderError(query.get('problem')));
  history.replaceState(history.state, '', location.pathname);
}

function formatZone(zone) {
  return zone ? formatTimeZone(zone) : null;
}

function renderProfile(portrait, refresh) {
  const send = async ({ name, timeZone }) => {
    setPerson(await patch('/v1/me', { name, timeZone }));
    await refresh();
    showToast(translate('settings.saved'));
  };
  const pairs = timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')]);
  return createElement('section', { class: 'section', 'aria-labelledby': 'profile' },
    createElement('h2', { id: 'profile' }, translate('settings.profile')), portrait,
    createForm({ send, draft: 'profile', saysRestored: true },
      createField({
        name: 'name', label: translate('settings.name'), hint: translate('settings.nameHint'), value: getCurrentPerson().name,
        required: true, maxlength: 80, autocomplete: 'name',
      }),
      createField({
        name: 'timeZone', label: translate('field.timeZone'), control: 'select',
        options: createOptions(pairs, getCurrentPerson().timeZone ?? localTimeZone),
      }),
      createElement('div', {}, createElement('button', { class: 'button primary', type: 'submit' }, translate('action.save')))),
    createElement('div', { class: 'form' }, createLanguageField()));
}

/** Creates the language selection, which is saved immediately and keeps other input. */
function createLanguageField() {
  const change = async (event) => {
    const chosen = event.target.value;
    try {
      setPerson(await patch('/v1/me', { locale: chosen }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      event.target.value = language;
      return showToast(error.message);
    }
    await chooseLanguage(chosen);
    await redrawInNewLanguage();
    document.querySelector('[data-field="language"] select')?.focus();
    return showToast(translate('settings.saved'));
  };
  // Each language is listed by its own name.
  const options = Object.entries(LANGUAGES).map(([tag, name]) =>
    createElement('option', { value: tag, lang: tag, selected: tag === language }, name));
  return createField({
    name: 'language', label: translate('settings.language'), control: 'select', options, autocomplete: 'off', on: { change },
  });
}

function renderSession(item) {
  const device = formatDevice(item.client);
  const seen = item.current ? translate('settings.thisDevice') : translate('settings.seen', { moment: formatDateTimeInSentence(item.seenAt, localTimeZone) });
  const text = createFactLine([seen, formatNetwork(item)]);
  return createElement('div', { class: 'setting' }, createIcon('device'),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, device), createElement('span', { class: 'secondary' }, text)),
    createButton(translate('settings.signOut'), () => endSession(item),
      { variant: 'plain', key: `session-${item.id}`, label: translate('settings.signOutOf', { device }) }));
}

/** Formats a device. The server reports browsers as "Firefox on Linux"; other programs choose their own names. */
function formatDevice(client) {
  if (!client) return translate('settings.someDevice');
  const known = /^(.+) on (\S+)$/.exec(client);
  return known ? translate('settings.device', { program: known[1], system: known[2] }) : client;
}

/** Formats the network from which a session was last used. The server stores addresses without their last part. */
function formatNetwork({ network, isNear, current }) {
  if (!network || current) return null;
  if (network === 'machine') return translate('settings.network.machine');
  return isNear ? translate('settings.network.near') : translate('settings.network.elsewhere', { network: network.replace('.0/24', '.…') });
}

function renderSignOutEverywhere(list) {
  if (list.length < 2) return null;
  const question = () => tryAction(async () => {
    const calendar = await get('/v1/calendar');
    openFormDialog({
      title: translate('settings.everywhereTitle'), text: translate('settings.everywhereText'), yes: translate('settings.everywhere'), isDanger: true,
      fields: calendar.url ? [renderCalendarChoice()] : [],
      act: async (values) => {
        if (values.calendar) await post('/v1/calendar/rotate'); // impossible after the session has ended
        await inTurn(() => remove('/v1/sessions/all'));
        leave();
      },
    });
  });
  return createElement('div', { class: 'setting' },
    createButton(translate('settings.everywhere'), question, { variant: 'plain danger', key: 'everywhere' }));
}

/** The calendar's address is a credential of its own, which outlives every session. */
function renderCalendarChoice() {
  return createElement('label', { class: 'choice' },
    createElement('input', { type: 'checkbox', name: 'calendar' }),
    createElement('span', {}, translate('settings.everywhereCalendar')));
}

async function endSession(item) {
  if (!(await tryAction(async () => {
    if (item.current) await sendQueuedAnswers(); // impossible after the session has ended
    await inTurn(() => remove(`/v1/sessions/${item.current ? 'current' : item.id}`));
  }))) return;
  if (item.current) return leave();
  showToast(translate('settings.signedOutThere'));
  return refreshScreen();
}

async function leave() {
  await forgetPerson();
  navigate('/sign-in', { replace: true });
}

function createSettingLink(address, text) {
  return createElement('a', { class: 'setting', href: address },
    createElement('span', { class: 'setting-body' }, text), createIcon('chevron', 'mirrored chevron'));
}

function renderMore() {
  return createElement('section', { class: 'section', 'aria-labelledby': 'more' },
    createElement('h2', { id: 'more' }, translate('settings.more')),
    createElement('div', { class: 'group' },
      createSettingLink('/about', translate('service.about')), createSettingLink('/privacy', translate('service.privacy'))));
}

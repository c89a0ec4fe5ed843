/** You: name, zone, where this account is signed in. */
import { all, get, patch, Problem, remove } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { announce } from '../parts/said.js';
import { button } from '../parts/controls.js';
import { channels } from '../parts/channels.js';
import { device } from '../parts/device.js';
import { ask } from '../parts/dialog.js';
import { calendarPanel } from '../parts/calendar.js';
import { choices, field, form } from '../parts/form.js';
import { diets } from '../parts/diets.js';
import { ownData } from '../parts/own-data.js';
import { picture } from '../parts/picture.js';
import { dotted } from '../parts/outing-row.js';
import { whyNot } from '../parts/providers.js';
import { waysIn } from '../parts/ways-in.js';
import { face } from '../parts/face.js';
import { forgetLately } from '../lately.js';
import { forgetSavedArea } from '../parts/area.js';
import { forgetPerson, me, setPerson } from '../session.js';
import { forgetAllWaiting, sendWaiting } from '../parts/queued-answers.js';
import { here, momentWithin, zoneName, zones } from '../time.js';
import { navigate, redrawInNewLanguage, refreshScreen } from '../page.js';
import { choose, language, LANGUAGES, say } from '../words.js';

export default async function settingsScreen({ query, signal }) {
  const head = element('header', { class: 'profile' });
  const sessions = element('div', { class: 'group' });
  const portrait = element('div', { class: 'group' });
  const draw = (list) => {
    redraw(portrait, picture(refresh));
    redraw(head, face(me()), element('div', {}, element('h1', {}, me().name), dotted([me().email, zoneLine(me().timeZone)])));
    redraw(sessions, list.map(session), everywhere(list));
  };
  const refresh = async () => draw(await all('/v1/sessions'));
  const [list, ways, needs, data, calendar] = await Promise.all([
    all('/v1/sessions', { signal }), get('/v1/me/channels', { signal }), get('/v1/me/diets', { signal }), ownData({ signal }),
    get('/v1/calendar', { signal }),
  ]);
  draw(list);
  if (query.has('added') || query.has('problem')) setTimeout(() => back(query)); // once this screen is shown
  return {
    title: say('settings.title'),
    content: element('div', {}, head, element('div', { class: 'columns' },
      element('div', { class: 'stackup' }, profile(portrait, refresh), waysIn(refresh), calendarPanel(calendar.url), diets(needs)),
      element('div', { class: 'stackup' },
        device(), channels(ways.items),
        element('section', { class: 'section', 'aria-labelledby': 'sessions' },
          element('h2', { id: 'sessions' }, say('settings.sessions')), sessions),
        data, more()))),
    concerns: () => false,
    refresh,
  };
}

/** Back from a provider: says what came of it, once. */
function back(query) {
  announce(query.has('added') ? say('ways.added') : whyNot(query.get('problem')));
  history.replaceState(history.state, '', location.pathname);
}

function zoneLine(zone) {
  return zone ? zoneName(zone) : null;
}

function profile(portrait, refresh) {
  const send = async ({ name, timeZone }) => {
    setPerson(await patch('/v1/me', { name, timeZone }));
    await refresh();
    announce(say('settings.saved'));
  };
  const pairs = zones.map((zone) => [zone, zone.replaceAll('_', ' ')]);
  return element('section', { class: 'section', 'aria-labelledby': 'profile' },
    element('h2', { id: 'profile' }, say('settings.profile')), portrait,
    form({ send },
      field({
        name: 'name', label: say('settings.name'), hint: say('settings.nameHint'), value: me().name,
        required: true, maxlength: 80, autocomplete: 'name',
      }),
      field({
        name: 'timeZone', label: say('field.timeZone'), control: 'select',
        options: choices(pairs, me().timeZone ?? here),
      }),
      element('div', {}, element('button', { class: 'button sun', type: 'submit' }, say('action.save')))),
    element('div', { class: 'form' }, languageField()));
}

/** Holds at once: what else is typed on the page stays. */
function languageField() {
  const change = async (event) => {
    const chosen = event.target.value;
    try {
      setPerson(await patch('/v1/me', { locale: chosen }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      event.target.value = language;
      return announce(error.message);
    }
    await choose(chosen);
    await redrawInNewLanguage();
    document.querySelector('[data-field="language"] select')?.focus();
    return announce(say('settings.saved'));
  };
  // Each by its own name, in its own language.
  const options = Object.entries(LANGUAGES).map(([tag, name]) =>
    element('option', { value: tag, lang: tag, selected: tag === language }, name));
  return field({
    name: 'language', label: say('settings.language'), control: 'select', options, autocomplete: 'off', on: { change },
  });
}

function session(one) {
  const device = deviceName(one.client);
  const seen = one.current ? say('settings.thisDevice') : say('settings.seen', { moment: momentWithin(one.seenAt, here) });
  const words = dotted([seen, place(one)]);
  return element('div', { class: 'setting' }, icon('device'),
    element('div', { class: 'setting-body' }, element('span', {}, device), element('span', { class: 'second' }, words)),
    button(say('settings.signOut'), () => end(one),
      { look: 'plain', key: `session-${one.id}`, label: say('settings.signOutOf', { device }) }));
}

/** The server says "Firefox on Linux"; who signed in by something else said what it is in their own words. */
function deviceName(client) {
  if (!client) return say('settings.someDevice');
  const known = /^(.+) on (\S+)$/.exec(client);
  return known ? say('settings.device', { program: known[1], system: known[2] }) : client;
}

/** Where it was last used from, as far as that is kept: an address without its end. */
function place({ network, isNear, current }) {
  if (!network || current) return null;
  if (network === 'machine') return say('settings.network.machine');
  return isNear ? say('settings.network.near') : say('settings.network.elsewhere', { network: network.replace('.0/24', '.…') });
}

function everywhere(list) {
  if (list.length < 2) return null;
  const question = () => ask({
    title: say('settings.everywhereTitle'), text: say('settings.everywhereText'), yes: say('settings.everywhere'),
    act: async () => {
      await remove('/v1/sessions/all');
      left();
    },
  });
  return element('div', { class: 'setting' },
    button(say('settings.everywhere'), question, { look: 'plain danger', key: 'everywhere' }));
}

async function end(one) {
  try {
    if (one.current) await sendWaiting(); // afterwards it is too late
    await remove(`/v1/sessions/${one.current ? 'current' : one.id}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return announce(error.message);
  }
  if (one.current) return left();
  announce(say('settings.signedOutThere'));
  return refreshScreen();
}

async function left() {
  await forgetAllWaiting();
  forgetLately();
  forgetSavedArea();
  forgetPerson();
  navigate('/sign-in', { replace: true });
}

function more() {
  const link = (address, words) => element('a', { class: 'setting', href: address },
    element('span', { class: 'setting-body' }, words), icon('go', 'turns go'));
  return element('section', { class: 'section', 'aria-labelledby': 'more' },
    element('h2', { id: 'more' }, say('settings.more')),
    element('div', { class: 'group' },
      link('/friends', say('friends.title')), link('/about', say('about.title')), link('/privacy', say('privacy.title'))));
}

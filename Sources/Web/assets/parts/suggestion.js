/** One suggestion: whose, before and after, who would gain or lose, what I think, what a host may do. */
import { post, put, Problem } from '../api.js';
import { element } from '../element.js';
import { isHost } from '../outings.js';
import { refreshScreen } from '../page.js';
import { reader } from '../session.js';
import { clock, moment, wall } from '../time.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { ask } from './dialog.js';
import { diff } from './diff.js';
import { face } from './face.js';
import { field } from './form.js';
import { opinionBar, tallyLine } from './opinion.js';
import { askEverybody } from './poll-form.js';
import { announce } from './said.js';

const SIGNS = { accepted: 'yes', denied: 'no', outvoted: 'no', expired: 'unknown', polled: 'unknown' };

export function suggestionItem(outing, suggestion) {
  const isOpen = suggestion.state === 'open';
  return element('li', { class: 'row suggestion' }, face(suggestion.author),
    element('div', { class: 'row-body' },
      element('span', { class: 'second' }, byLine(suggestion)),
      element('div', { class: 'changes-said' }, changeLines(suggestion)),
      reach(suggestion),
      isOpen ? opinionBar({
        name: `support-${suggestion.id}`, label: say('suggestions.support'), tally: suggestion.tally,
        chosen: suggestion.mySupport, choose: (answer) => act(() => put(`${path(outing, suggestion)}/support`, { answer })),
      }) : tallyLine(suggestion.tally),
      isOpen ? null : ending(suggestion),
      isOpen ? choices(outing, suggestion) : null));
}

/** What it would change, old and new side by side; once it is over, what it was about. */
export function changeLines({ state, before, after, guest, email }) {
  if (!after) return [element('span', {}, say('suggestions.invite', { name: guest?.name ?? email ?? say('suggestions.somebody') }))];
  const lines = [];
  if (state !== 'open') {
    if (after.startsAt) lines.push(element('span', {}, moment(after.startsAt, after.timeZone)));
    if (after.place) lines.push(element('span', {}, after.place));
    return lines;
  }
  if (after.startsAt) lines.push(before.startsAt ? diff(...times(before, after)) : diff(say('outing.timeOpen'), moment(after.startsAt, after.timeZone)));
  if (after.place) lines.push(diff(before.place ?? say('outing.placeOpen'), after.place));
  return lines;
}

function byLine({ author, createdAt }) {
  const isMine = author.id === reader()?.id;
  const when = moment(createdAt, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return isMine ? say('suggestions.byYou', { when }) : say('suggestions.by', { name: author.name, when });
}

/** Only the clock while the day stays. */
function times(before, after) {
  const [from, to] = [before, after].map(({ startsAt, timeZone }) => wall(startsAt, timeZone));
  const write = from.date === to.date ? clock : moment;
  return [write(before.startsAt, before.timeZone), write(after.startsAt, after.timeZone)];
}

function reach({ gains, loses, dietFit }) {
  const names = (people) => new Intl.ListFormat(document.documentElement.lang).format(people.map((person) => person.name));
  return [
    gains.length > 0 ? element('span', { class: 'second' }, say('suggestions.gains', { count: gains.length, names: names(gains) })) : null,
    loses.length > 0 ? element('span', { class: 'second' }, say('suggestions.loses', { count: loses.length, names: names(loses) })) : null,
    dietFit ? element('span', { class: 'second' }, say(dietFit.unknown > 0 ? 'fit.worksUnknown' : 'fit.works', dietFit)) : null,
  ];
}

function ending({ state, word, decidedBy }) {
  return element('span', {},
    element('span', { class: `state ${SIGNS[state] ?? 'unknown'}` }, say(`suggestions.state.${state}`, { name: decidedBy?.name ?? '' })),
    word ? element('span', { class: 'second' }, ` “${word}”`) : null);
}

function choices(outing, suggestion) {
  const address = path(outing, suggestion);
  const buttons = [];
  if (isHost(outing)) {
    buttons.push(
      button(say('suggestions.accept'), () => act(() => post(`${address}/accept`), say('suggestions.accepted')),
        { sign: 'check', key: `accept-${suggestion.id}` }),
      suggestion.kind === 'guest' ? null : button(say('suggestions.ask'), () => askEverybody(outing, suggestion),
        { look: 'plain', key: `ask-${suggestion.id}` }),
      button(say('suggestions.deny'), () => deny(address), { look: 'plain', key: `deny-${suggestion.id}` }));
  }
  if (suggestion.author.id === reader()?.id) {
    buttons.push(button(say('suggestions.withdraw'), () => act(() => post(`${address}/withdraw`), say('suggestions.withdrawn')),
      { look: 'plain', key: `withdraw-${suggestion.id}` }));
  }
  return buttons.length > 0 ? element('div', { class: 'actions' }, buttons) : null;
}

function deny(address) {
  ask({
    title: say('suggestions.denyTitle'),
    text: say('suggestions.denyText'),
    fields: [field({ name: 'word', label: say('suggestions.word'), maxlength: 500 })],
    yes: say('suggestions.deny'),
    act: async ({ word }) => {
      await post(`${address}/deny`, word ? { word } : {});
      refreshScreen();
    },
  });
}

async function act(send, done = null) {
  try {
    await send();
    if (done) announce(done);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    announce(error.message);
  }
  refreshScreen();
}

const path = (outing, suggestion) => `/v1/outings/${outing.id}/suggestions/${suggestion.id}`;

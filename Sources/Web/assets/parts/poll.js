/** A vote: every possibility with what I say to it and what others did; how it ended, and how a tie was drawn. */
import { post, put, Problem } from '../api.js';
import { element } from '../element.js';
import { isHost } from '../outings.js';
import { refreshScreen } from '../page.js';
import { moment, momentWithin } from '../time.js';
import { say } from '../words.js';
import { button } from './controls.js';
import { choices } from './form.js';
import { opinionBar, OPINIONS, tallyLine } from './opinion.js';
import { announce } from './said.js';

export function pollCard(outing, poll) {
  const isOpen = poll.state === 'open';
  const id = `poll-${poll.id}`;
  return element('section', { class: 'group poll', 'aria-labelledby': id },
    element('header', { class: 'poll-head' },
      element('h3', { id }, say(isOpen ? `poll.title.${poll.kind}` : 'poll.over')),
      element('p', { class: 'second' }, isOpen
        ? say('poll.until', { moment: momentWithin(poll.closesAt, outing.timeZone), count: poll.voters })
        : ended(outing, poll))),
    poll.kind === 'both' && isOpen ? grid(outing, poll) : list(outing, poll),
    element('footer', { class: 'poll-foot' },
      isOpen && poll.hidden && !poll.myBallot ? element('p', { class: 'fine' }, say('poll.hiddenLine')) : null,
      hostsPart(outing, poll), drawing(poll)));
}

/** "Pier", "Thu 11 Mar, 13:00", or both. */
export function optionWords(outing, { what }) {
  const zone = what.timeZone ?? outing.timeZone;
  return [what.startsAt ? moment(what.startsAt, zone) : null, what.place].filter(Boolean).join(' · ');
}

function list(outing, poll) {
  return element('ul', { class: 'options' }, poll.options.map((option) => {
    const isWinner = poll.result?.winner === option.id;
    return element('li', { class: isWinner ? 'option won' : 'option' },
      element('div', { class: 'option-head' }, element('strong', {}, optionWords(outing, option)),
        option.isNow ? element('span', { class: 'fine' }, say('poll.now')) : null,
        isWinner ? element('span', { class: 'pill attending' }, say('poll.winner')) : null),
      poll.state === 'open' ? opinionBar({
        name: `vote-${option.id}`, label: say('poll.vote', { what: optionWords(outing, option) }), tally: option.tally,
        chosen: option.myVote, choose: (answer) => vote(outing, poll, option, answer),
      }) : tallyLine(option.tally),
      option.voters ? names(option.voters) : null);
  }));
}

/** Times across, places down; a pair that is not voted on has an empty cell. */
function grid(outing, poll) {
  const times = distinct(poll.options, ({ what }) => what.startsAt);
  const places = distinct(poll.options, ({ what }) => what.place);
  const best = Math.max(0, ...poll.options.map((option) => option.tally?.yes ?? 0));
  return element('div', { class: 'pairs' }, element('table', {},
    element('caption', { class: 'visually-hidden' }, say('poll.caption')),
    element('thead', {}, element('tr', {}, element('td', {}), times.map((option) =>
      element('th', { scope: 'col' }, moment(option.what.startsAt, option.what.timeZone ?? outing.timeZone))))),
    element('tbody', {}, places.map((place) => element('tr', {},
      element('th', { scope: 'row' }, place.what.place),
      times.map((time) => {
        const option = poll.options.find(({ what }) => what.startsAt === time.what.startsAt && what.place === place.what.place);
        return element('td', {}, option ? cell(outing, poll, option, best) : null);
      }))))));
}

function cell(outing, poll, option, best) {
  const leads = option.tally && best > 0 && option.tally.yes === best;
  const id = `vote-${option.id}`;
  return element('div', { class: leads ? 'cell leads' : 'cell' },
    element('label', { for: id, class: 'visually-hidden' }, say('poll.vote', { what: optionWords(outing, option) })),
    element('select', { class: 'input', id, on: { change: (event) => vote(outing, poll, option, event.target.value || null) } },
      choices([['', say('poll.nothing')], ...OPINIONS.map((opinion) => [opinion, say(`opinion.${opinion}`)])], option.myVote ?? '')),
    option.tally && OPINIONS.some((opinion) => option.tally[opinion] > 0) ? tallyLine(option.tally) : null,
    leads ? element('span', { class: 'fine' }, say('poll.leads')) : null);
}

function distinct(options, by) {
  const seen = new Map();
  for (const option of options) if (!seen.has(by(option))) seen.set(by(option), option);
  return [...seen.values()];
}

function names(voters) {
  const said = OPINIONS.filter((opinion) => voters[opinion].length > 0);
  if (said.length === 0) return null;
  return element('p', { class: 'fine' }, said.map((opinion) => say(`opinion.names.${opinion}`, {
    names: new Intl.ListFormat(document.documentElement.lang).format(voters[opinion].map((person) => person.name)),
  })).join(' '));
}

/** Everything that I vote, with this changed. */
async function vote(outing, poll, changed, answer) {
  const votes = poll.options
    .map((option) => ({ option: option.id, answer: option === changed ? answer : option.myVote }))
    .filter((one) => one.answer);
  await act(() => put(`/v1/outings/${outing.id}/polls/${poll.id}/vote`, { votes }));
}

function ended(outing, poll) {
  const { winner, best, drawn, applied } = poll.result;
  const option = poll.options.find(({ id }) => id === winner);
  if (!option) return say('poll.noResult');
  const what = optionWords(outing, option);
  const told = drawn
    ? say('poll.byLot', { count: best.length, what })
    : say('poll.byVotes', { what });
  return applied ? `${told} ${say('poll.isSo')}` : told;
}

function hostsPart(outing, poll) {
  if (!isHost(outing)) return null;
  const address = `/v1/outings/${outing.id}/polls/${poll.id}`;
  if (poll.state === 'open') {
    return button(say('poll.end'), () => act(() => post(`${address}/draw`)), { key: `draw-${poll.id}` });
  }
  if (!poll.result.winner || poll.result.applied || outing.state === 'done' || outing.state === 'cancelled') return null;
  return button(say('poll.accept'), () => act(() => post(`${address}/accept`)), { look: 'sun', key: `take-${poll.id}` });
}

/** Votes whose drawing is unfolded, so that news does not fold it again while somebody reads. */
const unfolded = new Set();

/** What anybody needs to draw a tie again. */
function drawing(poll) {
  const remember = ({ target }) => (target.open ? unfolded.add(poll.id) : unfolded.delete(poll.id));
  return element('details', { class: 'draw', open: unfolded.has(poll.id), on: { toggle: remember } },
    element('summary', { class: 'button plain' }, say('poll.draw.title')),
    element('p', { class: 'fine' }, say('poll.draw.rule')),
    element('dl', { class: 'fine' },
      fact('poll.draw.commitment', poll.draw.commitment),
      poll.draw.seed ? fact('poll.draw.seed', poll.draw.seed) : null,
      poll.draw.votesDigest ? fact('poll.draw.digest', poll.draw.votesDigest) : null),
    poll.draw.seed ? element('p', { class: 'fine' }, element('code', { dir: 'ltr' }, 'noonish poll verify')) : null);
}

function fact(name, text) {
  return [element('dt', {}, say(name)), element('dd', { dir: 'ltr', translate: 'no' }, element('code', {}, text))];
}

async function act(send) {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    announce(error.message);
  }
  refreshScreen();
}

/** A poll: the options with my vote and the tally, the result, and how a tie was broken. */
import { post, put } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { isHost } from '../outing-model.js';
import { formatDateTime, formatDateTimeInSentence } from '../time.js';
import { runAndRefresh } from './actions.js';
import { createButton } from './controls.js';
import { createOptions } from './form.js';
import { renderTally, renderVoteButtons, VOTES } from './vote-buttons.js';

export function renderPoll(outing, poll) {
  const isOpen = poll.state === 'open';
  const id = `poll-${poll.id}`;
  return createElement('section', { class: 'group poll', 'aria-labelledby': id },
    createElement('header', {},
      createElement('h3', { id }, translate(isOpen ? `poll.title.${poll.kind}` : 'poll.over')),
      createElement('p', { class: 'secondary' }, isOpen
        ? translate('poll.until', { moment: formatDateTimeInSentence(poll.closesAt, outing.timeZone), count: poll.voters })
        : describeResult(outing, poll))),
    poll.kind === 'both' && isOpen ? renderGrid(outing, poll) : renderOptions(outing, poll),
    createElement('footer', { class: 'poll-footer' },
      isOpen && poll.hidden && !poll.myBallot ? createElement('p', { class: 'fine-print' }, translate('poll.hiddenLine')) : null,
      renderHostActions(outing, poll), renderTieBreak(poll)));
}

/** Formats an option: "Pier", "Thu 11 Mar, 13:00", or both. */
export function formatOption(outing, { what }) {
  const zone = what.timeZone ?? outing.timeZone;
  return [what.startsAt ? formatDateTime(what.startsAt, zone) : null, what.place].filter(Boolean).join(' · ');
}

function renderOptions(outing, poll) {
  return createElement('ul', { class: 'options' }, poll.options.map((option) => {
    const isWinner = poll.result?.winner === option.id;
    return createElement('li', { class: isWinner ? 'option winner' : 'option' },
      createElement('div', { class: 'option-head' }, createElement('strong', {}, formatOption(outing, option)),
        option.isNow ? createElement('span', { class: 'fine-print' }, translate('poll.now')) : null,
        isWinner ? createElement('span', { class: 'pill attending' }, translate('poll.winner')) : null),
      poll.state === 'open' ? renderVoteButtons({
        name: `vote-${option.id}`, label: translate('poll.vote', { what: formatOption(outing, option) }), tally: option.tally,
        chosen: option.myVote, choose: (answer) => sendVote(outing, poll, option, answer),
      }) : renderTally(option.tally),
      option.voters ? renderVoterNames(option.voters) : null);
  }));
}

/** Renders times as columns and places as rows. A pair that is not an option has an empty cell. */
function renderGrid(outing, poll) {
  const times = findDistinct(poll.options, ({ what }) => what.startsAt);
  const places = findDistinct(poll.options, ({ what }) => what.place);
  const best = Math.max(0, ...poll.options.map((option) => option.tally?.yes ?? 0));
  return createElement('div', { class: 'vote-grid' }, createElement('table', {},
    createElement('caption', { class: 'visually-hidden' }, translate('poll.caption')),
    createElement('thead', {}, createElement('tr', {}, createElement('td', {}), times.map((option) =>
      createElement('th', { scope: 'col' }, formatDateTime(option.what.startsAt, option.what.timeZone ?? outing.timeZone))))),
    createElement('tbody', {}, places.map((place) => createElement('tr', {},
      createElement('th', { scope: 'row' }, place.what.place),
      times.map((time) => {
        const option = poll.options.find(({ what }) => what.startsAt === time.what.startsAt && what.place === place.what.place);
        return createElement('td', {}, option ? renderCell(outing, poll, option, best) : null);
      }))))));
}

function renderCell(outing, poll, option, best) {
  const leads = option.tally && best > 0 && option.tally.yes === best;
  const id = `vote-${option.id}`;
  return createElement('div', { class: leads ? 'cell leading' : 'cell' },
    createElement('label', { for: id, class: 'visually-hidden' }, translate('poll.vote', { what: formatOption(outing, option) })),
    createElement('select', { class: 'input', id, on: { change: (event) => sendVote(outing, poll, option, event.target.value || null) } },
      createOptions([['', translate('poll.nothing')], ...VOTES.map((opinion) => [opinion, translate(`opinion.${opinion}`)])], option.myVote ?? '')),
    option.tally && VOTES.some((opinion) => option.tally[opinion] > 0) ? renderTally(option.tally) : null,
    leads ? createElement('span', { class: 'fine-print' }, translate('poll.leads')) : null);
}

function findDistinct(options, by) {
  const seen = new Map();
  for (const option of options) if (!seen.has(by(option))) seen.set(by(option), option);
  return [...seen.values()];
}

function renderVoterNames(voters) {
  const given = VOTES.filter((opinion) => voters[opinion].length > 0);
  if (given.length === 0) return null;
  return createElement('p', { class: 'fine-print' }, given.map((opinion) => translate(`opinion.names.${opinion}`, {
    names: new Intl.ListFormat(document.documentElement.lang).format(voters[opinion].map((person) => person.name)),
  })).join(' '));
}

/** Sends all my votes with one of them changed. */
async function sendVote(outing, poll, changedOption, answer) {
  const votes = poll.options
    .map((option) => ({ option: option.id, answer: option === changedOption ? answer : option.myVote }))
    .filter((one) => one.answer);
  await runAndRefresh(() => put(`/v1/outings/${outing.id}/polls/${poll.id}/vote`, { votes }));
}

function describeResult(outing, poll) {
  const { winner, best, drawn, applied } = poll.result;
  const option = poll.options.find(({ id }) => id === winner);
  if (!option) return translate('poll.noResult');
  const what = formatOption(outing, option);
  const sentence = drawn
    ? translate('poll.byLot', { count: best.length, what })
    : translate('poll.byVotes', { what });
  return applied ? `${sentence} ${translate('poll.isSo')}` : sentence;
}

function renderHostActions(outing, poll) {
  if (!isHost(outing)) return null;
  const address = `/v1/outings/${outing.id}/polls/${poll.id}`;
  if (poll.state === 'open') {
    return createButton(translate('poll.end'), () => runAndRefresh(() => post(`${address}/draw`)), { key: `draw-${poll.id}` });
  }
  if (!poll.result.winner || poll.result.applied || outing.state === 'done' || outing.state === 'cancelled') return null;
  return createButton(translate('poll.accept'), () => runAndRefresh(() => post(`${address}/accept`)), { variant: 'primary', key: `take-${poll.id}` });
}

/** The polls whose tie-break is unfolded. A redraw must not fold it. */
const unfoldedPolls = new Set();

/** Renders what is needed to verify the tie-break. */
function renderTieBreak(poll) {
  const remember = ({ target }) => (target.open ? unfoldedPolls.add(poll.id) : unfoldedPolls.delete(poll.id));
  return createElement('details', { class: 'tie-break', open: unfoldedPolls.has(poll.id), on: { toggle: remember } },
    createElement('summary', { class: 'button plain' }, translate('poll.draw.title')),
    createElement('p', { class: 'fine-print' }, translate('poll.draw.rule')),
    createElement('dl', { class: 'fine-print' },
      renderTerm('poll.draw.commitment', poll.draw.commitment),
      poll.draw.seed ? renderTerm('poll.draw.seed', poll.draw.seed) : null,
      poll.draw.votesDigest ? renderTerm('poll.draw.digest', poll.draw.votesDigest) : null),
    poll.draw.seed ? createElement('p', { class: 'fine-print' }, createElement('code', { dir: 'ltr' }, 'noonish poll verify')) : null);
}

function renderTerm(name, text) {
  return [createElement('dt', {}, translate(name)), createElement('dd', { dir: 'ltr', translate: 'no' }, createElement('code', {}, text))];
}

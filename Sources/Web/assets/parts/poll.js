/** A poll: the options with my vote and the tally, the result, and how a tie was broken. */
import { post, put } from '../api.js';
import { createElement } from '../dom.js';
import { formatList, getSentenceSpace, translate } from '../localization.js';
import { isHost } from '../outing-model.js';
import { formatDateTime, formatDateTimeInSentence } from '../time.js';
import { runAndRefresh } from './actions.js';
import { createButton } from './controls.js';
import { confirmAction } from './dialog.js';
import { renderTally, VOTES } from './vote-buttons.js';
import { renderVoteCell } from './vote-cells.js';

export function renderPoll(outing, poll) {
  const isOpen = poll.state === 'open';
  const id = `poll-${poll.id}`;
  return createElement('section', { class: 'group poll', 'aria-labelledby': id },
    createElement('header', {},
      createElement('h3', { id }, translate(isOpen ? `poll.title.${poll.kind}` : 'poll.over')),
      createElement('p', { class: 'secondary' }, isOpen
        ? translate('poll.until', { moment: formatDateTimeInSentence(poll.closesAt, outing.timeZone), count: poll.voters })
        : describeResult(outing, poll))),
    isOpen ? [poll.kind === 'both' ? renderGroups(outing, poll) : renderCells(outing, poll), createElement('p', { class: 'fine-print' }, translate('poll.tap'))]
      : renderOptions(outing, poll),
    createElement('footer', { class: 'poll-footer' },
      isOpen && poll.hidden && !poll.myBallot ? createElement('p', { class: 'fine-print' }, translate('poll.hiddenLine')) : null,
      renderHostActions(outing, poll), renderTieBreak(poll)));
}

/** Formats an option: "Pier", "Thu 11 Mar, 13:00", or both. */
export function formatOption(outing, { what }) {
  const zone = what.timeZone ?? outing.timeZone;
  return [what.startsAt ? formatDateTime(what.startsAt, zone) : null, what.place].filter(Boolean).join(' · ');
}

/** Renders the options of a closed poll. */
function renderOptions(outing, poll) {
  return createElement('ul', { class: 'poll-options' }, sortByTime(poll.options).map((option) => {
    const isWinner = poll.result?.winner === option.id;
    return createElement('li', { class: 'poll-option' },
      createElement('div', { class: 'poll-option-head' }, createElement('strong', {}, createElement('bdi', {}, formatOption(outing, option))),
        option.isNow ? createElement('span', { class: 'fine-print' }, translate('poll.now')) : null,
        isWinner ? createElement('span', { class: 'pill attending' }, translate('poll.winner')) : null),
      renderTally(option.tally),
      option.voters ? renderVoterNames(option.voters) : null);
  }));
}

/** Renders the options of an open poll on times or on places. */
function renderCells(outing, poll, options = poll.options, format = (option) => formatOption(outing, option)) {
  return createElement('ul', { class: 'vote-cells' }, sortByTime(options).map((option) => createElement('li', {}, renderCell(outing, poll, option, format(option)))));
}

/** Renders times with the places of each below, in the same order below all. */
function renderGroups(outing, poll) {
  const times = Map.groupBy(sortByTime(poll.options), ({ what }) => what.startsAt);
  const places = [...new Set(poll.options.map(({ what }) => what.place))];
  return createElement('div', { class: 'vote-groups' }, [...times.values()].map((options, at) => {
    const { startsAt, timeZone } = options[0].what;
    const id = `poll-${poll.id}-${at}`;
    return createElement('section', { 'aria-labelledby': id },
      createElement('h4', { id }, formatDateTime(startsAt, timeZone ?? outing.timeZone)),
      renderCells(outing, poll, options.toSorted((one, other) => places.indexOf(one.what.place) - places.indexOf(other.what.place)), ({ what }) => what.place));
  }));
}

function renderCell(outing, poll, option, shown) {
  const best = Math.max(0, ...poll.options.map(({ tally }) => tally?.yes ?? 0));
  return renderVoteCell({
    option, shown, vote: getMyVote(option), name: formatOption(outing, option), leads: best > 0 && option.tally?.yes === best,
    choose: (vote) => sendVote(outing, poll, option, vote),
  });
}

/** Sorts options with a time by it. */
function sortByTime(options) {
  return options.toSorted((one, other) => Date.parse(one.what.startsAt ?? 0) - Date.parse(other.what.startsAt ?? 0));
}

function renderVoterNames(voters) {
  const given = VOTES.filter((opinion) => voters[opinion].length > 0);
  if (given.length === 0) return null;
  return createElement('p', { class: 'fine-print' }, given.map((opinion) => translate(`opinion.names.${opinion}`, {
    names: formatList(voters[opinion].map((person) => person.name)),
  })).join(' '));
}

/** Votes that are being sent, by option. A refresh may bring an older state in the meantime. */
const unsentVotes = new Map();
let unsentCount = 0;
let sending = Promise.resolve();

/** Sends all my votes with this one changed. Votes are sent one after another, so that the last one counts. */
function sendVote(outing, poll, changed, answer) {
  changed.myVote = answer;
  unsentVotes.set(changed.id, answer);
  unsentCount += 1;
  const send = async () => {
    const votes = poll.options.map((option) => ({ option: option.id, answer: getMyVote(option) })).filter((one) => one.answer);
    await runAndRefresh(() => put(`/v1/outings/${outing.id}/polls/${poll.id}/vote`, { votes }));
    unsentCount -= 1;
    if (unsentCount === 0) unsentVotes.clear();
  };
  sending = sending.then(send, send);
}

const getMyVote = (option) => (unsentVotes.has(option.id) ? unsentVotes.get(option.id) : option.myVote ?? null);

function describeResult(outing, poll) {
  const { winner, best, drawn, applied } = poll.result;
  const option = poll.options.find(({ id }) => id === winner);
  if (!option) return translate('poll.noResult');
  const what = formatOption(outing, option);
  const sentence = drawn
    ? translate('poll.byLot', { count: best.length, what })
    : translate('poll.byVotes', { what });
  return applied ? `${sentence}${getSentenceSpace()}${translate('poll.isSo')}` : sentence;
}

function renderHostActions(outing, poll) {
  if (!isHost(outing)) return null;
  const address = `/v1/outings/${outing.id}/polls/${poll.id}`;
  if (poll.state === 'open') {
    return createButton(translate('poll.end'), () => confirmEnd(`${address}/draw`), { key: `draw-${poll.id}` });
  }
  if (!poll.result.winner || poll.result.applied || outing.state === 'done' || outing.state === 'cancelled') return null;
  return createButton(translate('poll.accept'), () => runAndRefresh(() => post(`${address}/accept`)), { variant: 'primary', key: `take-${poll.id}` });
}

function confirmEnd(address) {
  confirmAction({ title: 'poll.endTitle', text: 'poll.endText', yes: 'poll.end' }, {}, () => post(address));
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

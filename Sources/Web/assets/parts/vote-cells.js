/** Options of a poll as cells. A tap on a cell changes the vote: yes, maybe, no, none. A cell shows the faces of those who said yes. */
import { createElement, createHiddenText, createIcon } from '../dom.js';
import { formatList, region, translate } from '../localization.js';
import { formatTime } from '../time.js';
import { renderAvatarStack } from './avatar.js';
import { renderTally, VOTE_STYLES, VOTES } from './vote-buttons.js';

/**
 * Renders one option as a button.
 *
 * @param {{ option: any, vote: string | null, name: string, content?: any[], leads: boolean,
 *   choose: (vote: string | null) => void }} how `content` shows the option, unless the headings of a table do
 */
export function renderVoteCell({ option, vote, name, content = [], leads, choose }) {
  const yes = option.voters?.yes ?? [];
  return createElement('button', {
    type: 'button', class: `vote-cell ${vote ?? ''} ${leads ? 'leading' : ''}`.trim(), 'data-key': `vote-${option.id}`,
    on: { click: () => choose(getNextVote(vote)) },
  },
  createHiddenText(`${translate('poll.cell', { what: name, vote: translate(vote ? `opinion.${vote}` : 'poll.nothing') })} `),
  createElement('span', { class: 'vote-cell-option', 'aria-hidden': 'true' }, content),
  createElement('span', { class: 'vote-cell-mark', 'aria-hidden': 'true' }, vote ? createIcon(VOTE_STYLES[vote][1]) : null),
  option.tally && VOTES.some((opinion) => option.tally[opinion] > 0) ? renderTally(option.tally) : null,
  yes.length > 0 ? [renderAvatarStack(yes), createHiddenText(translate('opinion.names.yes', { names: formatList(yes.map((person) => person.name)) }))] : null,
  leads ? createElement('span', { class: 'fine-print' }, translate('poll.leads')) : null);
}

/** Renders a time as the leaf of a calendar: "Thu", "11", "March", "12:30". */
export function renderDay(startsAt, zone) {
  const format = (options) => new Intl.DateTimeFormat(region, { timeZone: zone, ...options }).format(new Date(startsAt));
  return [
    createElement('span', {}, format({ weekday: 'short' })), createElement('strong', {}, format({ day: 'numeric' })),
    createElement('span', {}, format({ month: 'short' })), createElement('span', {}, formatTime(startsAt, zone)),
  ];
}

function getNextVote(vote) {
  return [...VOTES, null][VOTES.indexOf(vote) + 1];
}

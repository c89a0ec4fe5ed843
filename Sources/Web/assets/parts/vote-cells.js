/** Options of a poll as rows. A tap on a row changes the vote: yes, maybe, no, none. A row shows the faces of those who said yes. */
import { createElement, createHiddenText, createIcon } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { renderAvatarStack } from './avatar.js';
import { renderTally, VOTE_STYLES, VOTES } from './vote-buttons.js';

/**
 * Renders one option as a button.
 *
 * @param {{ option: any, vote: string | null, name: string, shown: string, leads: boolean, choose: (vote: string) => void }} how `shown` is
 *   what the row shows of the option's name: under a heading, only what differs
 */
export function renderVoteCell({ option, vote, name, shown, leads, choose }) {
  const yes = option.voters?.yes ?? [];
  return createElement('button', {
    type: 'button', class: `vote-cell ${vote ?? ''} ${leads ? 'leading' : ''}`.trim(), 'data-key': `vote-${option.id}`,
    on: { click: () => choose(getNextVote(vote)) },
  },
  createHiddenText(`${translate('poll.cell', { what: name, vote: translate(vote ? `opinion.${vote}` : 'poll.nothing') })} `),
  createElement('span', { class: 'vote-cell-mark', 'aria-hidden': 'true' }, vote ? createIcon(VOTE_STYLES[vote][1]) : null),
  createElement('strong', { class: 'vote-cell-option', 'aria-hidden': 'true' }, createElement('bdi', {}, shown)),
  leads ? createElement('span', { class: 'fine-print' }, translate('poll.leads')) : null,
  createElement('span', { class: 'vote-cell-votes' },
    option.isNow ? createElement('span', { class: 'fine-print' }, translate('poll.now')) : null,
    yes.length > 0 ? [renderAvatarStack(yes), createHiddenText(translate('opinion.names.yes', { names: formatList(yes.map((person) => person.name)) }))] : null,
    option.tally && VOTES.some((opinion) => option.tally[opinion] > 0) ? renderTally(option.tally) : null));
}

function getNextVote(vote) {
  return [...VOTES, null][VOTES.indexOf(vote) + 1];
}

/** Buttons to vote yes, maybe or no, and the tally of votes. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';

export const VOTES = ['yes', 'maybe', 'no'];
/** The style and the icon of each vote. */
export const VOTE_STYLES = { yes: ['attending', 'check'], maybe: ['maybe', 'wave'], no: ['declined', 'cross'] };

/**
 * Renders the three votes as buttons. Moving the focus does not vote, only pressing a button does.
 *
 * @param {{ name: string, label: string, tally: Record<string, number> | null, chosen: string | null,
 *   choose: (vote: string) => void }} how `name` keeps the focus across a redraw
 */
export function renderVoteButtons({ name, label, tally, chosen, choose }) {
  return createElement('div', { class: 'segment', role: 'group', 'aria-label': label }, VOTES.map((vote) => {
    const [variant, icon] = VOTE_STYLES[vote];
    return createElement('button', {
      type: 'button', class: variant, 'data-key': `${name}-${vote}`, 'aria-pressed': String(vote === chosen), on: { click: () => choose(vote) },
    }, createIcon(icon), tally ? translate(`opinion.counted.${vote}`, { count: tally[vote] }) : translate(`opinion.${vote}`));
  }));
}

/** Renders "3 yes, 1 maybe" with icons. */
export function renderTally(tally) {
  const given = VOTES.filter((vote) => tally[vote] > 0);
  if (given.length === 0) return createElement('span', { class: 'fine-print' }, translate('opinion.none'));
  return createElement('span', { class: 'facts secondary' }, given.map((vote) =>
    createElement('span', { class: `state ${vote === 'maybe' ? 'unknown' : vote}` },
      createIcon(VOTE_STYLES[vote][1]), translate(`opinion.counted.${vote}`, { count: tally[vote] }))));
}

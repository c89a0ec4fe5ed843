/** On the outing's page: what is open to be decided, and the way to decide it. */
import { element } from '../element.js';
import { isOver } from '../outings.js';
import { momentWithin } from '../time.js';
import { say } from '../words.js';
import { buttonLink } from './controls.js';
import { face } from './face.js';
import { tallyLine } from './opinion.js';
import { changeLines } from './suggestion.js';

const SHOWN = 3; // more than this is for the page of its own

export function suggestionsPanel(outing, suggestions, polls) {
  const open = suggestions.filter(({ state }) => state === 'open');
  const votes = polls.filter(({ state }) => state === 'open');
  const address = `/outings/${outing.id}/suggestions`;
  if (isOver(outing) && suggestions.length === 0 && polls.length === 0) return null;
  return element('section', { class: 'section', 'aria-labelledby': 'suggestions' },
    element('div', { class: 'section-head' }, element('h2', { id: 'suggestions' }, say('suggestions.title')),
      element('a', { href: address, 'data-key': 'suggestions' }, say('suggestions.all'))),
    votes.map((poll) => element('p', {}, buttonLink(
      say(poll.myBallot ? 'poll.voted' : 'poll.asksYou', { moment: momentWithin(poll.closesAt, outing.timeZone) }), address,
      { look: poll.myBallot ? '' : 'sun', sign: 'support', key: `poll-${poll.id}` }))),
    open.length > 0 ? element('ul', { class: 'rows' }, open.slice(0, SHOWN).map((suggestion) =>
      element('li', { class: 'row' }, face(suggestion.author), element('div', { class: 'row-body' },
        element('div', { class: 'changes-said' }, changeLines(suggestion)), tallyLine(suggestion.tally))))) : null,
    open.length === 0 && votes.length === 0 ? element('p', { class: 'second' }, say('suggestions.none')) : null,
    isOver(outing) ? null : element('p', {}, buttonLink(say('suggest.title'), address, { look: 'plain', sign: 'plus', key: 'suggest' })));
}

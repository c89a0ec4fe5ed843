/** The open suggestions and polls on an outing's page. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { isHost, isOver } from '../outing-model.js';
import { renderAvatar } from './avatar.js';
import { createButton, createButtonLink } from './controls.js';
import { renderPoll } from './poll.js';
import { renderChanges } from './suggestion.js';
import { renderTally } from './vote-buttons.js';

const MAX_SHOWN = 3; // the others are on the suggestions screen

/** Renders the panel. */
export function renderSuggestionsPanel(outing, suggestions, polls) {
  const open = suggestions.filter(({ state }) => state === 'open');
  const votes = polls.filter(({ state }) => state === 'open');
  const address = `/outings/${outing.id}/suggestions`;
  if (isOver(outing) && suggestions.length === 0 && polls.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'suggestions' },
    createElement('div', { class: 'section-head' }, createElement('h2', { id: 'suggestions' }, translate('suggestions.title')),
      createElement('a', { href: address, 'data-key': 'suggestions' }, translate(isHost(outing) ? 'suggestions.decide' : 'suggestions.all'))),
    votes.map((poll) => renderPoll(outing, poll)),
    open.length > 0 ? createElement('ul', { class: 'rows' }, open.slice(0, MAX_SHOWN).map((suggestion) =>
      createElement('li', { class: 'row' }, renderAvatar(suggestion.author), createElement('div', { class: 'row-body' },
        createElement('div', { class: 'proposed-changes' }, renderChanges(suggestion)), renderTally(suggestion.tally))))) : null,
    open.length === 0 && votes.length === 0 ? createElement('p', { class: 'secondary' }, translate('suggestions.none')) : null,
    isOver(outing) ? null : createElement('p', { class: 'actions' },
      isHost(outing) ? createButton(translate('poll.findDay'), () => proposeDays(outing), { variant: 'plain', icon: 'calendar', key: 'find-day' }) : null,
      createButtonLink(translate('suggest.title'), address, { variant: 'plain', icon: 'plus', key: 'suggest' })));
}

async function proposeDays(outing) {
  const { openDayPollForm } = await import('./poll-form.js');
  openDayPollForm(outing);
}

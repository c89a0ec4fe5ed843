/** The suggestions and polls of an outing. */
import { get, getAll } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { isOver } from '../outing-model.js';
import { getCurrentPerson } from '../session.js';
import { renderOutingHeader } from '../parts/outing-header.js';
import { renderPoll } from '../parts/poll.js';
import { renderSuggestionForms } from '../parts/suggestion-form.js';
import { renderSuggestion } from '../parts/suggestion.js';

export default async function loadSuggestionsScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  const read = (options) => Promise.all([
    get(path, options), get(`${path}/suggestions`, options), get(`${path}/polls`, options),
  ]);
  const [[outing, suggestions, polls], attendees, friends] = await Promise.all([
    read({ signal }), getAll(`${path}/attendees`, { signal }), getCurrentPerson() ? getAll('/v1/friends', { signal }) : [],
  ]);
  const listedIds = new Set(attendees.map((one) => one.person.id));
  const list = createElement('div', { class: 'section-stack' });
  const draw = (current, { items }, { items: votes }) => redraw(list, ...renderGroups(current, items, votes));
  draw(outing, suggestions, polls);
  return {
    title: translate('suggestions.page', { title: outing.title }),
    content: createElement('div', { class: 'section-stack narrow' },
      renderOutingHeader(outing, translate('suggestions.title')),
      list,
      isOver(outing) ? null : renderSuggestionForms(outing, friends.filter((friend) => !listedIds.has(friend.id)))),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(...await read()),
  };
}

function renderGroups(outing, suggestions, polls) {
  const [open, decided] = [['open'], ['accepted', 'denied', 'outvoted', 'expired']]
    .map((states) => suggestions.filter(({ state }) => states.includes(state)));
  const [votes, over] = ['open', 'closed'].map((state) => polls.filter((poll) => poll.state === state));
  return [
    renderSection('votes', votes.map((poll) => renderPoll(outing, poll))),
    renderSection('open', renderRows(outing, open)),
    suggestions.length + polls.length === 0 ? createElement('p', { class: 'secondary' }, translate('suggestions.none')) : null,
    renderSection('over', over.map((poll) => renderPoll(outing, poll))),
    renderSection('decided', renderRows(outing, decided)),
  ];
}

function renderRows(outing, suggestions) {
  return suggestions.length > 0
    ? [createElement('ul', { class: 'rows' }, suggestions.map((one) => renderSuggestion(outing, one)))] : [];
}

function renderSection(name, content) {
  if (content.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': `decide-${name}` },
    createElement('h2', { id: `decide-${name}` }, translate(`suggestions.group.${name}`)), content);
}

/** What people suggest for an outing, and votes: made, supported and decided. */
import { all, get } from '../api.js';
import { element, redraw } from '../element.js';
import { isOver } from '../outings.js';
import { buttonLink } from '../parts/controls.js';
import { pollCard } from '../parts/poll.js';
import { suggestionItem } from '../parts/suggestion.js';
import { suggestPanel } from '../parts/suggest.js';
import { me } from '../session.js';
import { say } from '../words.js';

export default async function suggestionsScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  const read = (options) => Promise.all([
    get(path, options), get(`${path}/suggestions`, options), get(`${path}/polls`, options),
  ]);
  const [[outing, suggestions, polls], attendees, friends] = await Promise.all([
    read({ signal }), all(`${path}/attendees`, { signal }), me() ? all('/v1/friends', { signal }) : [],
  ]);
  const listed = new Set(attendees.map((one) => one.person.id));
  const list = element('div', { class: 'stackup' });
  const draw = (current, { items }, { items: votes }) => redraw(list, ...groups(current, items, votes));
  draw(outing, suggestions, polls);
  return {
    title: say('suggestions.page', { title: outing.title }),
    content: element('div', { class: 'stackup narrow' },
      element('header', { class: 'edit-head' },
        buttonLink('', `/outings/${id}`, { look: 'round', sign: 'back', label: say('people.back') }),
        element('div', {}, element('p', { class: 'eyebrow' }, outing.title), element('h1', {}, say('suggestions.title')))),
      list,
      isOver(outing) ? null : suggestPanel(outing, friends.filter((friend) => !listed.has(friend.id)))),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(...await read()),
  };
}

function groups(outing, suggestions, polls) {
  const [open, decided] = [['open'], ['accepted', 'denied', 'outvoted', 'expired']]
    .map((states) => suggestions.filter(({ state }) => states.includes(state)));
  const [votes, over] = ['open', 'closed'].map((state) => polls.filter((poll) => poll.state === state));
  return [
    section('votes', votes.map((poll) => pollCard(outing, poll))),
    section('open', rows(outing, open)),
    open.length === 0 && votes.length === 0 ? element('p', { class: 'second' }, say('suggestions.none')) : null,
    section('over', over.map((poll) => pollCard(outing, poll))),
    section('decided', rows(outing, decided)),
  ];
}

function rows(outing, suggestions) {
  return suggestions.length > 0
    ? [element('ul', { class: 'rows suggestions' }, suggestions.map((one) => suggestionItem(outing, one)))] : [];
}

function section(name, content) {
  if (content.length === 0) return null;
  return element('section', { class: 'section', 'aria-labelledby': `decide-${name}` },
    element('h2', { id: `decide-${name}` }, say(`suggestions.group.${name}`)), content);
}

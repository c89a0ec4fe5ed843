/** The people of an outing: who was asked, what they said, and asking more. */
import { all, get, remove } from '../api.js';
import { element, redraw } from '../element.js';
import { isHost, isOver } from '../outings.js';
import { announce } from '../parts/said.js';
import { button, buttonLink } from '../parts/controls.js';
import { ask } from '../parts/dialog.js';
import { byStatus, heading, nameOf } from '../parts/attendees.js';
import { face } from '../parts/face.js';
import { invitePanel } from '../parts/invite.js';
import { dotted } from '../parts/outing-row.js';
import { sharePanel } from '../parts/share.js';
import { me } from '../session.js';
import { refreshed } from '../router.js';
import { say } from '../words.js';

export default async function peopleScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  const [outing, attendees] = await Promise.all([get(path, { signal }), all(`${path}/attendees`, { signal })]);
  const mayInvite = isHost(outing) && !isOver(outing);
  const [friends, links] = mayInvite
    ? await Promise.all([all('/v1/friends', { signal }), all(`${path}/links`, { signal })]) : [[], []];
  const list = element('div', { class: 'stackup' });
  const draw = (people) => redraw(list, groups(outing, people));
  draw(attendees);
  return {
    title: say('people.title', { title: outing.title }),
    content: element('div', { class: 'stackup narrow' },
      element('header', { class: 'edit-head' },
        buttonLink('', `/outings/${id}`, { look: 'round', sign: 'back', label: say('people.back') }),
        element('div', {}, element('p', { class: 'eyebrow' }, outing.title), element('h1', {}, say('people.heading')))),
      mayInvite ? sharePanel(outing, links) : null,
      mayInvite ? invitePanel(outing, friends, attendees) : null,
      list),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(await all(`${path}/attendees`)),
  };
}

function groups(outing, attendees) {
  return byStatus(attendees).map(([status, group]) =>
    element('section', { class: 'section', 'aria-labelledby': `status-${status}` },
      element('h2', { id: `status-${status}` }, heading(status, group)),
      element('ul', { class: 'rows people-rows' }, group.map((one) => person(outing, one)))));
}

function person(outing, one) {
  const isMe = one.person.id === me().id;
  return element('li', { class: 'row' }, face(one.person, one),
    element('div', { class: 'row-body' },
      element('span', { class: 'row-title' }, nameOf(one.person)),
      dotted(facts(one)),
      one.note ? element('span', { class: 'second' }, one.note) : null),
    isHost(outing) && !isMe && one.role !== 'host' ? removal(outing, one) : null);
}

function facts(one) {
  return [
    one.role === 'invitee' ? null : say(`role.${one.role}`),
    one.partySize > 1 ? say('people.guests', { count: one.partySize - 1 }) : null,
    one.changedSince ? say('people.changedSince') : null,
    one.setByHost ? say('people.setByHost') : null,
    one.status === 'invited' && one.invitation ? say('people.invitation', { state: one.invitation.state }) : null,
  ];
}

function removal(outing, one) {
  const question = () => ask({
    title: say('remove.title', { name: one.person.name }),
    text: say('remove.text', { name: one.person.name }),
    yes: say('remove.yes'),
    act: async () => {
      await remove(`/v1/outings/${outing.id}/attendees/${one.person.id}`);
      announce(say('remove.done', { name: one.person.name }));
      refreshed();
    },
  });
  return button(say('remove.short'), question,
    { look: 'plain', key: `remove-${one.person.id}`, label: say('remove.label', { name: one.person.name }) });
}

/** The people of an outing: who was asked, what they said, and asking more. */
import { all, get } from '../api.js';
import { element, redraw } from '../element.js';
import { isHost, isOver } from '../outings.js';
import { attendeeMenu } from '../parts/attendee-menu.js';
import { buttonLink } from '../parts/controls.js';
import { byStatus, heading, nameOf } from '../parts/attendees.js';
import { face } from '../parts/face.js';
import { invitePanel } from '../parts/invite.js';
import { dotted } from '../parts/outing-row.js';
import { sharePanel } from '../parts/share.js';
import { say } from '../words.js';

export default async function peopleScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  const [outing, attendees] = await Promise.all([get(path, { signal }), all(`${path}/attendees`, { signal })]);
  const mayInvite = isHost(outing) && !isOver(outing);
  const [friends, circles, links] = mayInvite ? await Promise.all([
    all('/v1/friends', { signal }), all('/v1/circles', { signal }), all(`${path}/links`, { signal }),
  ]) : [[], [], []];
  const list = element('div', { class: 'stackup' });
  const draw = (current, people) => redraw(list, groups(current, people));
  draw(outing, attendees);
  return {
    title: say('people.title', { title: outing.title }),
    content: element('div', { class: 'stackup narrow' },
      element('header', { class: 'edit-head' },
        buttonLink('', `/outings/${id}`, { look: 'round', sign: 'back', label: say('people.back') }),
        element('div', {}, element('p', { class: 'eyebrow' }, outing.title), element('h1', {}, say('people.heading')))),
      mayInvite ? sharePanel(outing, links) : null,
      mayInvite ? invitePanel(outing, friends, circles, attendees) : null,
      list),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(...await Promise.all([get(path), all(`${path}/attendees`)])),
  };
}

function groups(outing, attendees) {
  return byStatus(attendees).map(([status, group]) =>
    element('section', { class: 'section', 'aria-labelledby': `status-${status}` },
      element('h2', { id: `status-${status}` }, heading(status, group)),
      element('ul', { class: 'rows people-rows' }, group.map((one) => person(outing, one)))));
}

function person(outing, one) {
  return element('li', { class: 'row' }, face(one.person, one),
    element('div', { class: 'row-body' },
      element('span', { class: 'row-title' }, nameOf(one.person)),
      dotted(facts(one)),
      one.note ? element('span', { class: 'second' }, one.note) : null),
    isHost(outing) ? attendeeMenu(outing, one) : null);
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

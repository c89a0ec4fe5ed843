/** The people of an outing, their answers, and inviting more. */
import { get, getAll } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { isHost, isOver, isUnreachable } from '../outing-model.js';
import { createAttendeeMenu } from '../parts/attendee-menu.js';
import { formatName, formatStatusHeading, groupByStatus, renderNamed } from '../parts/attendees.js';
import { renderAvatar } from '../parts/avatar.js';
import { createButton } from '../parts/controls.js';
import { renderInvitePanel } from '../parts/invite-panel.js';
import { createFactLine } from '../parts/labels.js';
import { renderDietCounts, renderListExport } from '../parts/list-export.js';
import { canSendMail, checkMail } from '../parts/mail-availability.js';
import { renderOutingHeader } from '../parts/outing-header.js';
import { createReminderButton } from '../parts/reminder.js';
import { renderShareLinks } from '../parts/share-links.js';

export default async function loadPeopleScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}`;
  const [outing, attendees] = await Promise.all([get(path, { signal }), getAll(`${path}/attendees`, { signal })]);
  const canInvite = isHost(outing) && !isOver(outing);
  const [friends, companions, circles, links] = canInvite ? await Promise.all([
    getAll('/v1/friends', { signal }), getAll('/v1/friends/companions', { signal }), getAll('/v1/circles', { signal }), getAll(`${path}/links`, { signal }),
  ]) : [[], [], [], []];
  if (canInvite) await checkMail({ signal });
  const diets = isHost(outing) ? await get(`${path}/diets`, { signal }) : null;
  const list = createElement('div', { class: 'section-stack' });
  const hint = createElement('p', { class: 'secondary' });
  const draw = (current, people) => {
    redraw(hint, canInvite && !current.startsAt ? renderTimeHint(current, people) : null);
    redraw(list, renderGroups(current, people));
  };
  draw(outing, attendees);
  return {
    title: translate('people.title', { title: outing.title }),
    content: createElement('div', { class: 'section-stack narrow' },
      renderOutingHeader(outing, translate('people.heading')),
      hint,
      canInvite ? renderShareLinks(outing, links) : null,
      canInvite ? renderInvitePanel(outing, { friends, companions, circles }, attendees) : null,
      list,
      diets ? renderDietCounts(diets) : null),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(...await Promise.all([get(path), getAll(`${path}/attendees`)])),
  };
}

/** Renders the next step for the host of an outing that was just created. */
function renderTimeHint(outing, attendees) {
  const setTime = async () => (await import('../parts/quick-edits.js')).openTimeDialog(outing, attendees);
  const findDay = async () => (await import('../parts/poll-form.js')).openDayPollForm(outing);
  return [translate('people.noTime'), ' ', createButton(translate('outing.setTime'), setTime, { variant: 'plain', key: 'set-time' }), ' ',
    createButton(translate('poll.findDay'), findDay, { variant: 'plain', key: 'find-day' })];
}

function renderGroups(outing, attendees) {
  const unreachable = attendees.filter(isUnreachable).length;
  const notice = unreachable > 0 ? createElement('p', { class: 'secondary state' }, createIcon('offline'), translate('people.unreachableCount', { count: unreachable })) : null;
  return [isHost(outing) ? renderListExport(outing, attendees) : null, notice, ...groupByStatus(attendees).map(([status, group]) =>
    createElement('section', { class: 'section', 'aria-labelledby': `status-${status}` },
      createElement('h2', { id: `status-${status}` }, formatStatusHeading(status, group)),
      status === 'invited' && isHost(outing) && !isOver(outing) ? createReminderButton(outing, group) : null,
      createElement('ul', { class: 'rows people-rows' }, renderNamed(group, (attendance) => renderPerson(outing, attendance)))))];
}

function renderPerson(outing, attendance) {
  return createElement('li', { class: 'row' }, renderAvatar(attendance.person, attendance),
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, formatName(attendance.person)),
      createFactLine(listFacts(attendance)),
      attendance.note ? createElement('span', { class: 'secondary', dir: 'auto' }, attendance.note) : null),
    isHost(outing) ? createAttendeeMenu(outing, attendance) : null);
}

function listFacts(attendance) {
  return [
    attendance.role === 'invitee' ? null : translate(`role.${attendance.role}`),
    attendance.partySize > 1 ? translate('people.guests', { count: attendance.partySize - 1 }) : null,
    attendance.changedSince ? translate('people.changedSince') : null,
    isUnreachable(attendance) ? translate('people.unreachable') : null,
    attendance.setByHost ? translate('people.setByHost') : null,
    attendance.nameWarning ? translate(`people.nameWarning.${attendance.nameWarning}`) : null,
    attendance.status === 'invited' && attendance.invitation && attendance.invitation.channel !== 'name' ? formatInvitation(attendance.invitation) : null,
  ];
}

function formatInvitation({ state }) {
  return translate('people.invitation', { state: state === 'queued' && !canSendMail() ? 'unsent' : state });
}

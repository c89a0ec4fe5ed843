/** The people of a venue and its tablets. Owners add friends and people they have met; everyone can leave. */
import { get, getAll, patch, post, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { navigate, refreshScreen } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTimeInSentence, formatTime, localTimeZone } from '../time.js';
import { renderAvatar } from '../parts/avatar.js';
import { createButton } from '../parts/controls.js';
import { renderCopyField } from '../parts/copy-field.js';
import { confirmAction, openDialog, openFormDialog } from '../parts/dialog.js';
import { createField, createOptions } from '../parts/form.js';
import { createFactLine } from '../parts/labels.js';
import { createMenuButton } from '../parts/menu.js';
import { createQRCode } from '../parts/qr-code.js';
import { runWithReauthentication } from '../parts/reauthenticate.js';
import { showToast } from '../parts/toast.js';
import { renderVenueHeader } from '../parts/venue-header.js';

export default async function loadVenuePeopleScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const fetchAll = async (options) => {
    const venue = await get(path, options);
    const isOwner = venue.role === 'owner';
    const [members, devices, friends, companions] = await Promise.all([
      getAll(`${path}/people`, options), isOwner && venue.state === 'verified' ? getAll(`${path}/devices`, options) : null,
      isOwner ? getAll('/v1/friends', options) : [], isOwner ? getAll('/v1/friends/companions', options) : [],
    ]);
    return { venue, members, devices, acquaintances: listAcquaintances(friends, companions, members) };
  };
  const draw = ({ venue, members, devices, acquaintances }) => redraw(content, renderVenueHeader(venue, '/people'),
    renderMembers(path, venue, members, acquaintances), devices ? renderDevices(path, venue, devices) : null);
  draw(await fetchAll({ signal }));
  return { title: translate('venue.people'), content, concerns: () => false, refresh: async () => draw(await fetchAll()) };
}

function listAcquaintances(friends, companions, members) {
  const known = new Map([...friends, ...companions].map((one) => one.person ?? one).map((person) => [person.id, person]));
  for (const { person } of members) known.delete(person.id);
  return [...known.values()];
}

function renderMembers(path, venue, members, acquaintances) {
  const isOwner = venue.role === 'owner';
  return createElement('section', { class: 'section', 'aria-labelledby': 'members' },
    createElement('h2', { id: 'members' }, translate('venue.members')),
    createElement('ul', { class: 'rows people-rows' }, members.map((member) => renderMember(path, venue, member))),
    isOwner && acquaintances.length > 0 ? createElement('p', { class: 'spaced' }, createButton(translate('venue.addPerson'), () => openAddForm(path, acquaintances), { icon: 'plus', key: 'add-person' })) : null,
    isOwner && acquaintances.length === 0 ? createElement('p', { class: 'secondary spaced' }, translate('venue.noFriends')) : null);
}

function renderMember(path, venue, { person, role, since }) {
  const isSelf = person.id === getCurrentPerson().id;
  const address = `${path}/people/${person.id}`;
  const setRole = async (chosen) => {
    await runWithReauthentication(() => patch(address, { role: chosen }));
    refreshScreen();
  };
  const other = role === 'owner' ? 'staff' : 'owner';
  const removal = () => confirmAction({ title: 'venue.removeTitle', text: 'venue.removeText', yes: 'venue.remove', done: 'venue.removed', isDanger: true }, { name: person.name },
    () => runWithReauthentication(() => remove(address)));
  const actions = [
    { label: translate(`venue.make.${other}`), act: () => setRole(other) },
    { label: translate('venue.remove'), act: removal, variant: 'danger', asks: true },
  ];
  return createElement('li', { class: 'row wrap' }, renderAvatar(person),
    createElement('div', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, person.name),
      createFactLine([translate(`ownVenues.role.${role}`), translate('venue.since', { moment: formatDateTimeInSentence(since, getCurrentPerson().timeZone ?? localTimeZone) })])),
    isSelf ? createButton(translate('venue.leave'), () => confirmLeave(address, venue), { variant: 'plain', key: 'leave' })
      : venue.role === 'owner' ? createMenuButton(person.name, actions, `member-${person.id}`) : null);
}

function confirmLeave(address, { name }) {
  openFormDialog({
    title: translate('venue.leaveTitle', { name }), text: translate('venue.leaveText'), yes: translate('venue.leave'), isDanger: true,
    act: async () => {
      await remove(address);
      navigate('/venues');
      showToast(translate('venue.left', { name }));
    },
  });
}

function openAddForm(path, people) {
  openFormDialog({
    title: translate('venue.addPerson'), text: translate('venue.addText'), yes: translate('venue.addYes'),
    fields: [
      createField({ name: 'personId', label: translate('venue.person'), control: 'select', options: createOptions(people.map(({ id, name }) => [id, name]), people[0].id) }),
      createField({ name: 'role', label: translate('venue.role'), hint: translate('venue.roleHint'), control: 'select', options: createOptions(['staff', 'owner'].map((role) => [role, translate(`ownVenues.role.${role}`)]), 'staff') }),
    ],
    act: async ({ personId, role }) => {
      await runWithReauthentication(() => post(`${path}/people`, { personId, role }));
      refreshScreen();
    },
  });
}

function renderDevices(path, venue, devices) {
  const zone = getCurrentPerson().timeZone ?? localTimeZone;
  const describe = ({ pairedAt, seenAt }) => {
    if (!pairedAt) return translate('venue.notPaired');
    return seenAt ? translate('venue.seen', { moment: formatDateTimeInSentence(seenAt, zone) }) : translate('venue.paired', { moment: formatDateTimeInSentence(pairedAt, zone) });
  };
  const revoke = (device) => confirmAction({ title: 'venue.revokeTitle', text: 'venue.revokeText', yes: 'venue.remove', done: 'venue.removed', isDanger: true }, { name: device.name },
    () => runWithReauthentication(() => remove(`${path}/devices/${device.id}`)));
  return createElement('section', { class: 'section', 'aria-labelledby': 'devices' },
    createElement('h2', { id: 'devices' }, translate('venue.devices')),
    createElement('p', { class: 'secondary' }, translate('venue.devicesText')),
    devices.length === 0 ? null : createElement('div', { class: 'group' }, devices.map((device) => createElement('div', { class: 'setting' },
      createElement('span', { class: 'setting-body' }, createElement('bdi', {}, device.name), createElement('span', { class: 'secondary' }, describe(device))),
      createButton(translate('venue.remove'), () => revoke(device), { variant: 'plain', key: `device-${device.id}`, label: translate('venue.removeOf', { name: device.name }) })))),
    createElement('p', { class: 'spaced' }, createButton(translate('venue.addDevice'), () => openDeviceForm(path, zone), { icon: 'device', key: 'add-device' })));
}

/** Asks for a name and shows the code, which the server does not tell again. */
function openDeviceForm(path, zone) {
  openFormDialog({
    title: translate('venue.addDevice'), yes: translate('venue.makeCode'),
    fields: [createField({ name: 'name', label: translate('venue.deviceName'), required: true, maxlength: 60, autocomplete: 'off' })],
    act: async ({ name }) => {
      const { code, codeEndsAt, qrCode } = await runWithReauthentication(() => post(`${path}/devices`, { name }));
      await refreshScreen();
      openDialog(translate('venue.codeOf', { name }),
        createElement('p', {}, translate('venue.codeText', { address: `${location.host}/pair` })),
        createElement('p', { class: 'pairing-code' }, createElement('bdi', {}, code)),
        createQRCode(qrCode, translate('venue.codePicture')),
        createElement('p', { class: 'secondary' }, translate('venue.codeEnds', { time: formatTime(codeEndsAt, zone) })),
        createElement('div', { class: 'group' }, renderCopyField(translate('signIn.code'), code)));
    },
  });
}

/** A series: its rule, its dates and the people who are invited to all of them. */
import { get, getAll, post, put, remove } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { navigate, refreshScreen } from '../page.js';
import { describeRule } from '../recurrence.js';
import { getCurrentPerson } from '../session.js';
import { formatDate, formatDateTime, formatTime } from '../time.js';
import { formatName } from '../parts/attendees.js';
import { renderAvatar } from '../parts/avatar.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { confirmAction, openFormDialog } from '../parts/dialog.js';
import { createField, createForm, createOptions } from '../parts/form.js';
import { createEmailForm } from '../parts/invite-panel.js';
import { createFactLine, createPill } from '../parts/labels.js';
import { checkMail } from '../parts/mail-availability.js';
import { createMenuButton } from '../parts/menu.js';
import { renderSeriesLink } from '../parts/series-link.js';
import { renderSeriesOrder } from '../parts/series-order.js';
import { showToast } from '../parts/toast.js';

export default async function loadSeriesScreen({ parameters: { id }, signal }) {
  const path = `/v1/series/${id}`;
  const [series, ordering] = await Promise.all([get(path, { signal }), get(`${path}/order`, { signal })]);
  // Only the host has it, and not once the series has ended.
  const getLink = async (now, options) =>
    (now.host.id === getCurrentPerson().id && !now.endedAt ? (await get(`${path}/link`, options)).link : undefined);
  const isMine = series.host.id === getCurrentPerson().id;
  const [link, friends, circles] = isMine
    ? await Promise.all([getLink(series, { signal }), getAll('/v1/friends', { signal }), get('/v1/circles', { signal }), checkMail({ signal })])
    : [undefined, [], { items: [] }];
  const body = createElement('div', { class: 'section-stack' });
  const getForms = createInviteForms(friends, circles.items);
  const draw = (now, link, settings) => redraw(body, renderStandingAnswer(now), renderDates(now, isMine), renderSeriesOrder(now, settings, isMine), renderPeople(now, isMine),
    isMine && !now.endedAt ? getForms(now) : null,
    link === undefined ? null : renderSeriesLink(now, link), renderLeaveButton(now, isMine));
  draw(series, link, ordering);
  return {
    title: series.title,
    content: createElement('div', { class: 'section-stack narrow' },
      createElement('header', { class: 'detail-header' },
        createButtonLink('', '/', { variant: 'round', icon: 'back', label: translate('outing.back') }),
        createElement('div', {}, createElement('p', { class: 'eyebrow' }, translate('series.title')), createElement('h1', { dir: 'auto' }, series.title),
          createElement('p', { class: 'secondary' }, describeRule(series)))),
      series.endedAt ? createElement('p', {}, createPill('failed', 'cross', translate('series.ended'))) : null,
      isMine && !series.endedAt ? createElement('p', { class: 'actions' },
        createButtonLink(translate('series.edit'), `/series/${id}/edit`, { icon: 'pencil', key: 'edit' })) : null,
      body),
    refresh: async () => {
      const [now, settings] = await Promise.all([get(path), get(`${path}/order`)]);
      draw(now, await getLink(now), settings);
    },
  };
}

/** Renders the standing answer, which applies to every date. */
function renderStandingAnswer(series) {
  if (!series.mine || series.endedAt) return null;
  const setStanding = async (comes) => {
    await put(`/v1/series/${series.id}/standing`, { comes });
    showToast(translate(comes ? 'series.comesDone' : 'series.askedDone'));
    refreshScreen();
  };
  return createElement('section', { class: 'section', 'aria-labelledby': 'standing' },
    createElement('h2', { id: 'standing' }, translate('series.mine')),
    createElement('p', { class: 'secondary' }, translate(series.mine.comes ? 'series.youCome' : 'series.youAreAsked')),
    createElement('p', { class: 'actions' }, series.mine.comes
      ? createButton(translate('series.askMe'), () => setStanding(false), { key: 'stand' })
      : createButton(translate('series.come'), () => setStanding(true), { variant: 'primary', key: 'stand' })));
}

function renderDates(series, isMine) {
  const rows = series.dates.map((day) => createElement('li', { class: 'row' },
    createElement('div', { class: 'row-body' }, renderDateTitle(day), createFactLine([formatWhen(series, day), translate(`series.state.${day.state}`),
      day.state === 'skipped' ? translate(`series.reason.${day.reason}`) : null, day.differs ? translate('series.differs') : null])),
    isMine && !series.endedAt ? createSkipButton(series, day) : null));
  return createElement('section', { class: 'section', 'aria-labelledby': 'dates' },
    createElement('h2', { id: 'dates' }, translate('series.dates')),
    rows.length > 0 ? createElement('ul', { class: 'rows people-rows' }, rows) : createElement('p', { class: 'secondary' }, translate('series.noDates')));
}

function renderDateTitle(day) {
  const text = formatDate(day.date);
  if (!day.outing) return createElement('span', { class: 'row-title' }, text);
  return createElement('a', { class: 'row-title link', href: `/outings/${day.outing}` }, text);
}

/** Formats the time, with the day if the outing was moved to another one. */
function formatWhen(series, { date, startsAt, state }) {
  if (!startsAt || state === 'skipped') return null;
  return startsAt.startsWith(date) ? formatTime(startsAt, series.timeZone) : formatDateTime(startsAt, series.timeZone);
}

function createSkipButton(series, day) {
  const path = `/v1/series/${series.id}/skips`;
  const name = formatDate(day.date);
  if (day.state === 'skipped') {
    const restore = async () => {
      await remove(`${path}/${day.date}`);
      showToast(translate('series.unskipped', { day: name }));
      refreshScreen();
    };
    return createButton(translate('series.unskip'), () => reportProblem(restore), { variant: 'plain', key: day.date, label: translate('series.unskipDay', { day: name }) });
  }
  if (day.state === 'cancelled') return null;
  const text = day.outing ? 'series.skipMade' : 'series.skipPlanned';
  const skip = () => confirmAction({ title: 'series.skipTitle', text, yes: 'series.skipYes', done: 'series.skipped', isDanger: true }, { day: name },
    () => post(path, { date: day.date }));
  return createButton(translate('series.skip'), skip, { variant: 'plain', key: day.date, label: translate('series.skipDay', { day: name }) });
}

async function reportProblem(action) {
  await action().catch((problem) => showToast(problem.message));
}

function renderPeople(series, isMine) {
  const host = createElement('li', { class: 'row' }, renderAvatar(series.host),
    createElement('div', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, formatName(series.host)), createFactLine([translate('role.host')])));
  return createElement('section', { class: 'section', 'aria-labelledby': 'people' },
    createElement('h2', { id: 'people' }, translate('series.people')),
    createElement('ul', { class: 'rows people-rows' }, host, series.people.map((one) => createElement('li', { class: 'row' },
      renderAvatar(one.person),
      createElement('div', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, one.person.name),
        createFactLine([translate(one.comes ? 'series.comes' : 'series.isAsked'), one.partySize > 1 ? translate('people.guests', { count: one.partySize - 1 }) : null])),
      isMine && !series.endedAt ? createMenu(series, one) : null)),
    renderInvitees(series, isMine && !series.endedAt)));
}

/** Renders the people who are invited at an address, and counts those whose names only the host sees. */
function renderInvitees(series, canRemove) {
  const named = series.invitees.filter(({ name }) => name);
  const count = series.invitees.length - named.length;
  return [...named.map((one) => renderInvitee(series, one, canRemove)),
    count > 0 ? createElement('li', { class: 'secondary' }, translate('who.more', { count })) : null];
}

/** Renders a person who is invited at an address, as a guest of each date. */
function renderInvitee(series, { id, name, address }, canRemove) {
  return createElement('li', { class: 'row' }, renderAvatar({ id, name }),
    createElement('div', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, name),
      createFactLine([address, translate('series.isAsked')])),
    canRemove ? createMenuButton(name, [{ label: translate('series.removePerson'), variant: 'danger', act: async () => {
      await remove(`/v1/series/${series.id}/invitees/${id}`);
      showToast(translate('series.removedPerson', { name }));
      refreshScreen();
    } }], `more-${id}`) : null);
}

function createMenu(series, { person }) {
  const path = `/v1/series/${series.id}`;
  const done = (text) => {
    showToast(text);
    refreshScreen();
  };
  return createMenuButton(person.name, [
    { label: translate('series.handOver'), act: async () => {
      await post(`${path}/host`, { personId: person.id });
      done(translate('series.handedOver', { name: person.name }));
    } },
    { label: translate('series.removePerson'), variant: 'danger', act: async () => {
      await remove(`${path}/people/${person.id}`);
      done(translate('series.removedPerson', { name: person.name }));
    } },
  ], `more-${person.id}`);
}

async function invite(series, body) {
  await post(`/v1/series/${series.id}/people`, body);
  showToast(translate('series.invited'));
  refreshScreen();
}

/** Returns a function that returns the forms to invite people. They are the same, with what was ticked, until other people are on the list. */
function createInviteForms(friends, circles) {
  let listed = null;
  let forms = [];
  return (series) => {
    const ids = series.people.map((one) => one.person.id).join();
    if (ids !== listed) forms = [createInviteForm(series, friends, circles), createEmailForm(`series-emails-${series.id}`, (emails) => invite(series, { emails }))];
    listed = ids;
    return forms;
  };
}

function createInviteForm(series, friends, circles) {
  const listedIds = new Set([series.host.id, ...series.people.map((one) => one.person.id)]);
  const offeredFriends = friends.filter((friend) => !listedIds.has(friend.id));
  const offeredCircles = circles.filter((circle) => circle.members.some((one) => !listedIds.has(one.id)));
  if (offeredFriends.length + offeredCircles.length === 0) return null;
  const send = async (_, node) => {
    const chosen = (name) => [...node.querySelectorAll(`input[name="${name}"]:checked`)].map((input) => input.value);
    const [people, groups] = [chosen('people'), chosen('circles')];
    if (people.length + groups.length === 0) return showToast(translate('invite.noneChosen'));
    await invite(series, { people, circles: groups });
  };
  const chip = (name, value, ...content) => createElement('label', { class: 'chip person-chip' },
    createElement('input', { type: 'checkbox', name, value }), createElement('span', {}, createIcon('check', 'tick'), content));
  return createForm({ class: 'form', label: translate('series.invite'), send },
    createElement('fieldset', { class: 'chips wrap', 'data-field': 'people' },
      createElement('legend', { class: 'label' }, translate('series.invite')),
      offeredCircles.map((circle) => chip('circles', circle.id, createElement('bdi', {}, circle.name))),
      offeredFriends.map((friend) => chip('people', friend.id, renderAvatar(friend), createElement('bdi', {}, friend.name)))),
    createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('invite.chosen'))));
}

function renderLeaveButton(series, isMine) {
  if (series.endedAt) return null;
  const variant = 'plain danger';
  return createElement('p', {}, isMine
    ? createButton(translate('series.end'), () => openEndDialog(series), { variant, key: 'end' })
    : createButton(translate('series.leave'), () => confirmLeave(series), { variant, key: 'leave' }));
}

function openEndDialog(series) {
  const options = createOptions([['', translate('series.endKeeps')], ['true', translate('series.endCancels')]], '');
  openFormDialog({
    title: translate('series.endTitle', { title: series.title }),
    text: translate('series.endText'),
    fields: [createField({ name: 'cancel', label: translate('series.endComing'), control: 'select', options })],
    yes: translate('series.endYes'),
    isDanger: true,
    act: async ({ cancel }) => {
      await remove(`/v1/series/${series.id}${cancel ? '?cancel=true' : ''}`);
      showToast(translate('series.endDone'));
      refreshScreen();
    },
  });
}

function confirmLeave(series) {
  openFormDialog({
    title: translate('series.leaveTitle', { title: series.title }),
    text: translate('series.leaveText'),
    yes: translate('series.leaveYes'),
    isDanger: true,
    act: async () => {
      await remove(`/v1/series/${series.id}/people/${getCurrentPerson().id}`);
      navigate('/', { replace: true });
    },
  });
}

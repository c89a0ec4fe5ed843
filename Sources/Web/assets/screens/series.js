/** A series: when it comes, its dates with what becomes of each, and who is asked to all of them. */
import { all, get, post, put, remove } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { button, buttonLink } from '../parts/controls.js';
import { ask } from '../parts/dialog.js';
import { face } from '../parts/face.js';
import { dotted, pill } from '../parts/outing-row.js';
import { choices, field, form } from '../parts/form.js';
import { more } from '../parts/menu.js';
import { announce } from '../parts/said.js';
import { navigate, refreshScreen } from '../page.js';
import { ruleText } from '../recurrence.js';
import { me } from '../session.js';
import { clock, dayText, moment } from '../time.js';
import { say } from '../words.js';

export default async function seriesScreen({ parameters: { id }, signal }) {
  const path = `/v1/series/${id}`;
  const series = await get(path, { signal });
  const isMine = series.host.id === me().id;
  const [friends, circles] = isMine
    ? await Promise.all([all('/v1/friends', { signal }), get('/v1/circles', { signal })]) : [[], { items: [] }];
  const body = element('div', { class: 'stackup' });
  const draw = (now) => redraw(body, standing(now), dates(now, isMine), people(now, isMine),
    isMine && !now.endedAt ? invite(now, friends, circles.items) : null, lastWords(now, isMine));
  draw(series);
  return {
    title: series.title,
    content: element('div', { class: 'stackup narrow' },
      element('header', { class: 'edit-head' },
        buttonLink('', '/', { look: 'round', sign: 'back', label: say('outing.back') }),
        element('div', {}, element('p', { class: 'eyebrow' }, say('series.title')), element('h1', {}, series.title),
          element('p', { class: 'second' }, ruleText(series)))),
      series.endedAt ? element('p', {}, pill('failed', 'cross', say('series.ended'))) : null,
      isMine && !series.endedAt ? element('p', { class: 'actions' },
        buttonLink(say('series.edit'), `/series/${id}/edit`, { sign: 'pencil', key: 'edit' })) : null,
      body),
    refresh: async () => draw(await get(path)),
  };
}

/** "I come to all": the answer to every date at once. */
function standing(series) {
  if (!series.mine || series.endedAt) return null;
  const stand = async (comes) => {
    await put(`/v1/series/${series.id}/standing`, { comes });
    announce(say(comes ? 'series.comesDone' : 'series.askedDone'));
    refreshScreen();
  };
  return element('section', { class: 'section', 'aria-labelledby': 'standing' },
    element('h2', { id: 'standing' }, say('series.mine')),
    element('p', { class: 'second' }, say(series.mine.comes ? 'series.youCome' : 'series.youAreAsked')),
    element('p', { class: 'actions' }, series.mine.comes
      ? button(say('series.askMe'), () => stand(false), { key: 'stand' })
      : button(say('series.come'), () => stand(true), { look: 'sun', key: 'stand' })));
}

function dates(series, isMine) {
  const rows = series.dates.map((day) => element('li', { class: 'row' },
    element('div', { class: 'row-body' }, dateTitle(series, day), dotted([whenText(series, day), say(`series.state.${day.state}`),
      day.state === 'skipped' ? say(`series.reason.${day.reason}`) : null, day.differs ? say('series.differs') : null])),
    isMine && !series.endedAt ? skipButton(series, day) : null));
  return element('section', { class: 'section', 'aria-labelledby': 'dates' },
    element('h2', { id: 'dates' }, say('series.dates')),
    rows.length > 0 ? element('ul', { class: 'rows people-rows' }, rows) : element('p', { class: 'second' }, say('series.noDates')));
}

function dateTitle(series, day) {
  const words = dayText(day.date);
  if (!day.outing) return element('span', { class: 'row-title' }, words);
  return element('a', { class: 'row-title link', href: `/outings/${day.outing}` }, words);
}

/** The time alone where it is on its own day. */
function whenText(series, { date, startsAt, state }) {
  if (!startsAt || state === 'skipped') return null;
  return startsAt.startsWith(date) ? clock(startsAt, series.timeZone) : moment(startsAt, series.timeZone);
}

function skipButton(series, day) {
  const path = `/v1/series/${series.id}/skips`;
  const name = dayText(day.date);
  if (day.state === 'skipped') {
    const back = async () => {
      await remove(`${path}/${day.date}`);
      announce(say('series.unskipped', { day: name }));
      refreshScreen();
    };
    return button(say('series.unskip'), () => told(back), { look: 'plain', key: day.date, label: say('series.unskipDay', { day: name }) });
  }
  if (day.state === 'cancelled') return null;
  const skip = () => ask({
    title: say('series.skipTitle', { day: name }),
    text: say(day.outing ? 'series.skipMade' : 'series.skipPlanned'),
    yes: say('series.skipYes'),
    act: async () => {
      await post(path, { date: day.date });
      announce(say('series.skipped', { day: name }));
      refreshScreen();
    },
  });
  return button(say('series.skip'), skip, { look: 'plain', key: day.date, label: say('series.skipDay', { day: name }) });
}

async function told(deed) {
  await deed().catch((problem) => announce(problem.message));
}

function people(series, isMine) {
  const host = element('li', { class: 'row' }, face(series.host),
    element('div', { class: 'row-body' }, element('span', { class: 'row-title' }, series.host.name), dotted([say('role.host')])));
  return element('section', { class: 'section', 'aria-labelledby': 'people' },
    element('h2', { id: 'people' }, say('series.people')),
    element('ul', { class: 'rows people-rows' }, host, series.people.map((one) => element('li', { class: 'row' },
      face(one.person),
      element('div', { class: 'row-body' }, element('span', { class: 'row-title' }, one.person.name),
        dotted([say(one.comes ? 'series.comes' : 'series.isAsked'), one.partySize > 1 ? say('people.guests', { count: one.partySize - 1 }) : null])),
      isMine && !series.endedAt ? menu(series, one) : null))));
}

function menu(series, { person }) {
  const path = `/v1/series/${series.id}`;
  const done = (words) => {
    announce(words);
    refreshScreen();
  };
  return more(person.name, [
    { words: say('series.handOver'), act: async () => {
      await post(`${path}/host`, { personId: person.id });
      done(say('series.handedOver', { name: person.name }));
    } },
    { words: say('series.removePerson'), look: 'danger', act: async () => {
      await remove(`${path}/people/${person.id}`);
      done(say('series.removedPerson', { name: person.name }));
    } },
  ], `more-${person.id}`);
}

function invite(series, friends, circles) {
  const listed = new Set([series.host.id, ...series.people.map((one) => one.person.id)]);
  const offered = friends.filter((friend) => !listed.has(friend.id));
  const useful = circles.filter((circle) => circle.members.some((one) => !listed.has(one.id)));
  if (offered.length + useful.length === 0) return null;
  const send = async (_, node) => {
    const chosen = (name) => [...node.querySelectorAll(`input[name="${name}"]:checked`)].map((input) => input.value);
    const [wanted, groups] = [chosen('people'), chosen('circles')];
    if (wanted.length + groups.length === 0) return announce(say('invite.noneChosen'));
    await post(`/v1/series/${series.id}/people`, { people: wanted, circles: groups });
    announce(say('series.invited'));
    refreshScreen();
  };
  const chip = (name, value, ...content) => element('label', { class: 'chip person-chip' },
    element('input', { type: 'checkbox', name, value }), element('span', {}, icon('check', 'tick'), content));
  return form({ class: 'form', label: say('series.invite'), send },
    element('fieldset', { class: 'chips wrap', 'data-field': 'people' },
      element('legend', { class: 'label' }, say('series.invite')),
      useful.map((circle) => chip('circles', circle.id, circle.name)),
      offered.map((friend) => chip('people', friend.id, face(friend), friend.name))),
    element('div', {}, element('button', { class: 'button', type: 'submit' }, say('invite.chosen'))));
}

function lastWords(series, isMine) {
  if (series.endedAt) return null;
  const look = 'plain danger';
  return element('p', {}, isMine
    ? button(say('series.end'), () => end(series), { look, key: 'end' })
    : button(say('series.leave'), () => leave(series), { look, key: 'leave' }));
}

function end(series) {
  const options = choices([['', say('series.endKeeps')], ['true', say('series.endCancels')]], '');
  ask({
    title: say('series.endTitle', { title: series.title }),
    text: say('series.endText'),
    fields: [field({ name: 'cancel', label: say('series.endComing'), control: 'select', options })],
    yes: say('series.endYes'),
    act: async ({ cancel }) => {
      await remove(`/v1/series/${series.id}${cancel ? '?cancel=true' : ''}`);
      announce(say('series.endDone'));
      refreshScreen();
    },
  });
}

function leave(series) {
  ask({
    title: say('series.leaveTitle', { title: series.title }),
    text: say('series.leaveText'),
    yes: say('series.leaveYes'),
    act: async () => {
      await remove(`/v1/series/${series.id}/people/${me().id}`);
      navigate('/', { replace: true });
    },
  });
}

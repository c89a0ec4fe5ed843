/** One outing: when, where, who, my answer. */
import { all, get, put, remove } from '../api.js';
import { element, redraw } from '../element.js';
import { isHost, isOver } from '../outings.js';
import { announce } from '../parts/said.js';
import { answerBar } from '../parts/answer-bar.js';
import { button, buttonLink } from '../parts/controls.js';
import { ask } from '../parts/dialog.js';
import { attendeesByStatus } from '../parts/attendees.js';
import { factList } from '../parts/facts.js';
import { fitWarning, originPart } from '../parts/fit.js';
import { messages } from '../parts/messages.js';
import { offersOf } from '../parts/offers.js';
import { ratingPart } from '../parts/rating.js';
import { suggestionsPanel } from '../parts/suggestions-panel.js';
import { field } from '../parts/form.js';
import { largePlate, whenOf } from '../parts/plate.js';
import { me, reader } from '../session.js';
import { pill } from '../parts/outing-row.js';
import { waitingLine } from '../parts/waiting.js';
import { followingMap } from '../parts/whereabouts.js';
import { navigate, refreshScreen } from '../page.js';
import { say } from '../words.js';

export default async function outingScreen({ parameters: { id }, signal }) {
  const page = element('div', { class: 'outing stackup' });
  const tail = element('div', { class: 'stackup' });
  const talk = messages(id);
  const rating = ratingPart(id);
  const map = followingMap();
  const draw = async ([outing, attendees, suggestions, polls]) => {
    const [offers] = await Promise.all([offersThen(outing), rating.refresh(outing)]);
    redraw(page, hero(outing), facts(outing, map(outing), suggestions.items, polls.items, offers), foot(outing), who(outing, attendees));
    redraw(tail, origin(outing), history(outing), lastWords(outing));
    return talk.refresh(outing, attendees);
  };
  const path = `/v1/outings/${id}`;
  const read = (options) => Promise.all([
    get(path, options), all(`${path}/attendees`, options), get(`${path}/suggestions`, options), get(`${path}/polls`, options),
  ]);
  const first = await read({ signal });
  await draw(first);
  return {
    title: first[0].title,
    content: element('div', { class: 'stackup' }, page, rating.section, talk.section, tail),
    concerns: (happening) => happening.outing === id,
    refresh: async () => await draw(await read()),
  };
}

function hero(outing) {
  const when = whenOf(outing);
  return element('header', { class: 'hero light', 'data-when': when },
    largePlate(when),
    element('div', { class: 'hero-bar' },
      me() ? buttonLink('', '/', { look: 'round on-light', sign: 'back', label: say('outing.back') }) : null),
    element('p', { class: 'eyebrow' },
      isHost(outing) ? say('outing.youHost') : say('outing.invites', { host: outing.host.name })),
    element('h1', {}, outing.title),
    statePill(outing),
    actions(outing));
}

function statePill(outing) {
  if (outing.state === 'cancelled') {
    return element('p', { class: 'actions' }, pill('failed', 'cross', say('state.cancelled')),
      outing.cancelReason ? element('span', { class: 'second' }, outing.cancelReason) : null);
  }
  if (outing.state === 'happening') return element('p', {}, pill('attending', 'clock', say('state.happening')));
  if (outing.state === 'done') return element('p', {}, pill('', 'history', say('state.done')));
  return null;
}

function actions(outing) {
  if (!isHost(outing) || outing.state === 'done') return null;
  if (outing.state === 'cancelled') {
    return element('div', { class: 'actions' },
      button(say('outing.reactivate'), () => reactivate(outing), { key: 'reactivate' }));
  }
  return element('div', { class: 'actions' },
    buttonLink(say('outing.invite'), `/outings/${outing.id}/people`,
      { look: othersListed(outing) > 0 ? '' : 'sun', sign: 'share', key: 'invite' }),
    buttonLink(say('outing.edit'), `/outings/${outing.id}/edit`, { sign: 'pencil', key: 'edit' }));
}

/** What its place offers at its time. */
function offersThen(outing) {
  return outing.restaurant && outing.startsAt && !isOver(outing) ? offersOf(outing.restaurant.id, outing.startsAt) : [];
}

function facts(outing, map, suggestions, polls, offers) {
  return element('div', { class: 'main stackup' },
    isOver(outing) ? null : waitingLine(outing), factList(outing, offers), map, fitWarning(outing),
    suggestionsPanel(outing, suggestions, polls));
}

function origin(outing) {
  const isComing = outing.myAttendance && outing.myAttendance.status !== 'declined';
  return isOver(outing) || !isComing ? null : originPart(outing);
}

function history(outing) {
  return element('p', {}, buttonLink(say('history.link'), `/outings/${outing.id}/history`, { look: 'plain', key: 'history' }));
}

/** The step back, at the end of the page and never at hand by accident. */
function lastWords(outing) {
  if (isOver(outing)) return null;
  const look = 'plain danger';
  if (isHost(outing)) {
    return element('p', {}, button(say('outing.cancel'), () => cancel(outing), { look, key: 'cancel' }));
  }
  if (!outing.myAttendance) return null;
  return element('p', {}, button(say('outing.leave'), () => leave(outing), { look, key: 'leave' }));
}

function foot(outing) {
  return outing.myAttendance && !isOver(outing) ? answerBar(outing) : null;
}

function who(outing, attendees) {
  return element('section', { class: 'section who', 'aria-labelledby': 'who' },
    element('div', { class: 'section-head' }, element('h2', { id: 'who' }, say('outing.who')),
      element('a', { href: `/outings/${outing.id}/people`, 'data-key': 'people' }, say('outing.people'))),
    attendeesByStatus(attendees));
}

/** Everybody on the list but the host. */
function othersListed({ counts }) {
  return counts.invited + counts.attending + counts.maybe + counts.declined + counts.waitlisted - 1;
}

function cancel(outing) {
  const count = othersListed(outing);
  ask({
    title: say('cancel.title', { title: outing.title }),
    text: say('cancel.text', { count }),
    fields: [field({ name: 'reason', label: say('cancel.reason'), maxlength: 500 })],
    yes: say('cancel.yes', { count }),
    act: async ({ reason }) => {
      await put(`/v1/outings/${outing.id}/cancellation`, reason ? { reason } : {});
      announce(say('cancel.done'), { label: say('action.undo'), act: () => reactivate(outing) });
      refreshScreen();
    },
  });
}

async function reactivate(outing) {
  await remove(`/v1/outings/${outing.id}/cancellation`).then(
    () => announce(say('reactivate.done')),
    (problem) => announce(problem.message));
  refreshScreen();
}

function leave(outing) {
  ask({
    title: say('leave.title', { title: outing.title }),
    text: say('leave.text'),
    yes: say('leave.yes'),
    act: async () => {
      await remove(`/v1/outings/${outing.id}/attendees/${reader().id}`);
      navigate('/', { replace: true });
    },
  });
}

/** An outing: its facts, attendees and messages, and the person's answer. */
import { get, getAll, put, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { recordRevisions } from '../live-updates.js';
import { translate } from '../localization.js';
import { fetchOrderWithPrices } from '../order-model.js';
import { countNotified, isHost, isOver } from '../outing-model.js';
import { navigate, refreshScreen } from '../page.js';
import { getCurrentPerson, getUnreadCount, getViewer, markOutingRead } from '../session.js';
import { renderAnswerBar } from '../parts/answer-bar.js';
import { createAnswerDetails } from '../parts/answer-details.js';
import { renderAttendeesByStatus } from '../parts/attendees.js';
import { createBillSection } from '../parts/bill-section.js';
import { getClockFaceTime, renderLargeClockFace } from '../parts/clock-face.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { openFormDialog } from '../parts/dialog.js';
import { renderDietWarning } from '../parts/diet-fit.js';
import { createField } from '../parts/form.js';
import { createPill } from '../parts/labels.js';
import { createChangeAnnouncer } from '../parts/live-changes.js';
import { createMessageThread } from '../parts/message-thread.js';
import { fetchOffers } from '../parts/offers.js';
import { renderOrderPanel } from '../parts/order-panel.js';
import { renderOutingFacts } from '../parts/outing-facts.js';
import { createOutingMap } from '../parts/place-map.js';
import { findQueuedDishes } from '../parts/queued-answers.js';
import { createRatingSection } from '../parts/rating-form.js';
import { renderStartingPoint } from '../parts/starting-point.js';
import { renderSuggestionsPanel } from '../parts/suggestions-panel.js';
import { showToast } from '../parts/toast.js';
import { renderWaitingBanner } from '../parts/waiting-list.js';

export default async function loadOutingScreen({ parameters: { id }, signal }) {
  const page = createElement('div', { class: 'outing section-stack' });
  const tail = createElement('div', { class: 'section-stack' });
  const thread = createMessageThread(id);
  const bill = createBillSection(id);
  const rating = createRatingSection(id);
  const map = createOutingMap();
  const changes = createChangeAnnouncer();
  const answer = createAnswerDetails(id);
  const loading = loadGuestNotifications();
  const draw = async ([outing, attendees, suggestions, polls, order, messages, queued]) => {
    const [offers, notifications] = await Promise.all([fetchOffersAtTime(outing), loading, rating.refresh(outing), bill.refresh(outing)]);
    recordRevisions([outing]);
    answer.refresh(outing);
    redraw(page, renderHero(outing), renderMain(outing, attendees, answer, map(outing), [hasAnswered(outing) ? notifications : null, renderOrderPanel(outing, attendees, order, queued), renderSuggestionsPanel(outing, suggestions.items, polls.items)], offers), renderMyAnswer(outing, answer), renderAttendees(outing, attendees));
    changes.announce(page, outing);
    redraw(tail, renderStart(outing), renderHistoryLink(outing), renderLeaveButton(outing, attendees));
    return thread.refresh(outing, attendees, messages);
  };
  const path = `/v1/outings/${id}`;
  const read = (options) => Promise.all([
    get(path, options), getAll(`${path}/attendees`, options), get(`${path}/suggestions`, options), get(`${path}/polls`, options),
    fetchOrderWithPrices(id, options), thread.fetch(options), findQueuedDishes(id),
  ]);
  const first = await read({ signal });
  await draw(first);
  markRead(id);
  return {
    title: first[0].title,
    content: createElement('div', { class: 'section-stack' }, changes.region, page, bill.section, rating.section, thread.section, tail),
    concerns: (happening) => happening.outing === id,
    follows: isOver(first[0]) ? id : null,
    refresh: async () => {
      await draw(await read());
      if (getUnreadCount() > 0) markRead(id);
    },
  };
}

function markRead(id) {
  if (getCurrentPerson() && !document.hidden) markOutingRead(id);
}

/** Loads the setting of notifications for a guest, who has no other settings. Returns null for members and without a network. */
async function loadGuestNotifications() {
  if (getCurrentPerson()) return null;
  try {
    return (await import('../parts/push-settings.js')).renderPushSettings();
  } catch (error) {
    console.info(error);
    return null;
  }
}

function renderHero(outing) {
  const when = getClockFaceTime(outing);
  return createElement('header', { class: 'hero daylight', 'data-when': when },
    renderLargeClockFace(when),
    createElement('div', { class: 'hero-bar' },
      getCurrentPerson() ? createButtonLink('', '/', { variant: 'round on-light', icon: 'back', label: translate('outing.back') }) : null),
    createElement('p', { class: 'eyebrow' },
      isHost(outing) ? translate('outing.youHost') : translate('outing.invites', { host: outing.host.name })),
    createElement('h1', { dir: 'auto' }, outing.title),
    renderState(outing),
    renderHostActions(outing));
}

function renderState(outing) {
  if (outing.state === 'cancelled') {
    return createElement('p', { class: 'actions' }, createPill('failed', 'cross', translate('state.cancelled')),
      outing.cancelReason ? createElement('span', { class: 'secondary', dir: 'auto' }, outing.cancelReason) : null);
  }
  if (outing.state === 'happening') return createElement('p', {}, createPill('attending', 'clock', translate('state.happening')));
  if (outing.state === 'done') return createElement('p', {}, createPill('', 'history', translate('state.done')));
  return null;
}

function renderHostActions(outing) {
  if (!isHost(outing)) return null;
  if (outing.state === 'done') return createElement('div', { class: 'actions' }, createAgainLink(outing));
  if (outing.state === 'cancelled') {
    return createElement('div', { class: 'actions' },
      createButton(translate('outing.reactivate'), () => reactivate(outing), { key: 'reactivate' }), createAgainLink(outing));
  }
  return createElement('div', { class: 'actions' },
    createButtonLink(translate('outing.invite'), `/outings/${outing.id}/people`,
      { variant: countOthers(outing) > 0 ? '' : 'primary', icon: 'share', key: 'invite' }),
    createButtonLink(translate('outing.edit'), `/outings/${outing.id}/edit`, { icon: 'pencil', key: 'edit' }));
}

function createAgainLink({ id }) {
  return createButtonLink(translate('outing.again'), `/outings/new?again=${id}`, { icon: 'history', key: 'again' });
}

/** Fetches the offers of the outing's restaurant at its time. */
function fetchOffersAtTime(outing) {
  return outing.restaurant && outing.startsAt && !isOver(outing) ? fetchOffers(outing.restaurant.id, outing.startsAt) : [];
}

function renderMain(outing, attendees, answer, map, panels, offers) {
  return createElement('div', { class: 'main section-stack' },
    isOver(outing) ? null : renderWaitingBanner(outing), canAnswer(outing) ? answer.section : null, renderOutingFacts(outing, attendees, offers), map, renderDietWarning(outing),
    panels);
}

function renderStart(outing) {
  const isComing = outing.myAttendance && outing.myAttendance.status !== 'declined';
  return isOver(outing) || !isComing ? null : renderStartingPoint(outing);
}

function renderHistoryLink(outing) {
  return createElement('p', {}, createButtonLink(translate('history.link'), `/outings/${outing.id}/history`, { variant: 'plain', key: 'history' }));
}

/** Renders the button to cancel or leave the outing. It is at the end of the page to prevent accidental use. */
function renderLeaveButton(outing, attendees) {
  if (isOver(outing)) return null;
  const variant = 'plain danger';
  if (isHost(outing)) {
    return createElement('p', {}, createButton(translate('outing.cancel'), () => openCancelDialog(outing, attendees), { variant, key: 'cancel' }));
  }
  if (!outing.myAttendance) return null;
  return createElement('p', {}, createButton(translate('outing.leave'), () => confirmLeave(outing), { variant, key: 'leave' }));
}

const hasAnswered = (outing) => canAnswer(outing) && outing.myAttendance.status !== 'invited';

const canAnswer = (outing) => outing.myAttendance && !isOver(outing);

function renderMyAnswer(outing, answer) {
  return canAnswer(outing) ? renderAnswerBar(outing, answer.getNote) : null;
}

function renderAttendees(outing, attendees) {
  return createElement('section', { class: 'section attendees', 'aria-labelledby': 'who' },
    createElement('div', { class: 'section-head' }, createElement('h2', { id: 'who' }, translate('outing.who')),
      createElement('a', { href: `/outings/${outing.id}/people`, 'data-key': 'people' }, translate('outing.people'))),
    renderAttendeesByStatus(attendees));
}

/** Returns the number of listed people except the host. */
function countOthers({ counts }) {
  return counts.invited + counts.attending + counts.maybe + counts.declined + counts.waitlisted - 1;
}

async function openCancelDialog(outing, attendees) {
  const count = countNotified(attendees, getViewer().id, ['cancellation']);
  const order = await get(`/v1/outings/${outing.id}/order`).catch(() => null);
  const stays = order?.staysIfCancelled ? translate('cancel.orderStays', { place: order.place }) : '';
  openFormDialog({
    title: translate('cancel.title', { title: outing.title }),
    text: `${translate('cancel.text', { count })} ${stays}`.trim(),
    fields: [createField({ name: 'reason', label: translate('cancel.reason'), maxlength: 500 })],
    yes: translate('cancel.yes', { count }),
    no: translate('cancel.no'),
    isDanger: true,
    draft: `cancel-${outing.id}`,
    act: async ({ reason }) => {
      await put(`/v1/outings/${outing.id}/cancellation`, reason ? { reason } : {});
      showToast(translate('cancel.done'), { label: translate('action.undo'), act: () => reactivate(outing) });
      refreshScreen();
    },
  });
}

async function reactivate(outing) {
  await remove(`/v1/outings/${outing.id}/cancellation`).then(
    () => showToast(translate('reactivate.done')),
    (problem) => showToast(problem.message));
  refreshScreen();
}

function confirmLeave(outing) {
  openFormDialog({
    title: translate('leave.title', { title: outing.title }),
    text: translate('leave.text'),
    yes: translate('leave.yes'),
    isDanger: true,
    act: async () => {
      await remove(`/v1/outings/${outing.id}/attendees/${getViewer().id}`);
      navigate('/', { replace: true });
    },
  });
}

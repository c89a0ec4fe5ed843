/** The one banner above every screen: that the connection is lost and how old what is shown is, or that an answer was refused. */
import { liveState, retryLive } from '../live.js';
import { keptSince } from '../kept.js';
import { refreshScreen } from '../page.js';
import { banner } from './banner.js';
import { element } from '../element.js';
import { here, moment } from '../time.js';
import { say } from '../words.js';

const place = document.getElementById('connection');
let refusal = null;

/** Draws it as things stand. */
export function showConnection() {
  const isLost = liveState() === 'lost' || keptSince() !== null;
  const wanted = isLost ? lost() : refusal ? refused() : null;
  // A status region that is drawn again is read out again.
  if (place.textContent === (wanted?.textContent ?? '')) return;
  place.replaceChildren(...(wanted ? [wanted] : []));
}

/** @param {{ title: string, reason: string, read: () => void } | null} told an answer that was sent too late to be taken */
export function showRefusal(told) {
  refusal = told;
  showConnection();
}

function lost() {
  const retry = () => {
    retryLive();
    refreshScreen();
  };
  const since = keptSince();
  return banner({
    sign: 'offline',
    title: navigator.onLine ? say('live.lostTitle') : say('live.offlineTitle'),
    text: since === null ? say('live.lostText') : say('live.seenText', { moment: moment(since, here) }),
    action: element('button', { class: 'button plain', type: 'button', on: { click: retry } }, say('action.retry')),
  });
}

function refused() {
  return banner({
    sign: 'warning', tone: 'brick', title: say('answer.refusedLater', { title: refusal.title }), text: refusal.reason,
    action: element('button', { class: 'button plain', type: 'button', on: { click: refusal.read } }, say('action.understood')),
  });
}

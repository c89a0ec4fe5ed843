/** The one banner above every screen: that the connection is lost and how old what is shown is, or that an answer was refused. */
import { getLiveState, reconnectLiveUpdates } from '../live-updates.js';
import { getCachedSince } from '../offline-cache.js';
import { refreshScreen } from '../page.js';
import { renderBanner } from './banner.js';
import { createElement } from '../dom.js';
import { formatDateTime, localTimeZone } from '../time.js';
import { translate } from '../localization.js';

const container = document.getElementById('connection');
let refusal = null;

/** Draws it as things stand. */
export function updateConnectionBanner() {
  const isLost = getLiveState() === 'lost' || getCachedSince() !== null;
  const banner = isLost ? renderLostConnection() : refusal ? renderRefusedAnswer() : null;
  // A status region that is drawn again is read out again.
  if (container.textContent === (banner?.textContent ?? '')) return;
  container.replaceChildren(...(banner ? [banner] : []));
}

/** @param {{ title: string, reason: string, read: () => void } | null} told an answer that was sent too late to be taken */
export function showRefusedAnswer(answer) {
  refusal = answer;
  updateConnectionBanner();
}

function renderLostConnection() {
  const retry = () => {
    reconnectLiveUpdates();
    refreshScreen();
  };
  const since = getCachedSince();
  return renderBanner({
    icon: 'offline',
    title: navigator.onLine ? translate('live.lostTitle') : translate('live.offlineTitle'),
    text: since === null ? translate('live.lostText') : translate('live.seenText', { moment: formatDateTime(since, localTimeZone) }),
    action: createElement('button', { class: 'button plain', type: 'button', on: { click: retry } }, translate('action.retry')),
  });
}

function renderRefusedAnswer() {
  return renderBanner({
    icon: 'warning', tone: 'brick', title: translate('answer.refusedLater', { title: refusal.title }), text: refusal.reason,
    action: createElement('button', { class: 'button plain', type: 'button', on: { click: refusal.read } }, translate('action.understood')),
  });
}

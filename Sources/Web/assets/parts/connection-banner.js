/** The banner above every screen, which reports a lost connection, or what was refused when it was sent later. */
import { createElement } from '../dom.js';
import { getLiveState, reconnectLiveUpdates } from '../live-updates.js';
import { translate } from '../localization.js';
import { getCachedSince } from '../offline-cache.js';
import { refreshScreen } from '../page.js';
import { formatDateTime, localTimeZone } from '../time.js';
import { renderBanner } from './banner.js';

const CHECK_INTERVAL_MS = 2_000; // some systems change the state without an event

const container = document.getElementById('connection');
let refusal = null;
let wasOnline = navigator.onLine;

/** Draws the banner for the current state. */
export function updateConnectionBanner() {
  const isLost = !navigator.onLine || getLiveState() === 'lost' || getCachedSince() !== null;
  const banner = isLost ? renderLostConnection() : refusal ? renderRefusal() : null;
  // Replacing a status region makes screen readers read it again, so it is replaced only when it changes.
  if (container.textContent === (banner?.textContent ?? '')) return;
  container.replaceChildren(...(banner ? [banner] : []));
}

/**
 * Shows that something queued was refused; null removes the report.
 *
 * @param {{ title: string, reason: string, read: () => void } | null} report
 */
export function showRefusal(report) {
  refusal = report;
  updateConnectionBanner();
}

for (const event of ['online', 'offline']) {
  addEventListener(event, () => {
    wasOnline = navigator.onLine;
    updateConnectionBanner();
  });
}
setInterval(() => {
  if (navigator.onLine !== wasOnline) dispatchEvent(new Event(navigator.onLine ? 'online' : 'offline'));
  // The banner may have been drawn meanwhile by something else, for a state that passed without an event.
  else updateConnectionBanner();
}, CHECK_INTERVAL_MS);

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

function renderRefusal() {
  return renderBanner({
    icon: 'warning', tone: 'brick', title: refusal.title, text: refusal.reason,
    action: createElement('button', { class: 'button plain', type: 'button', on: { click: refusal.read } }, translate('action.understood')),
  });
}

/** The banner that says the live connection is lost. */
import { retryLive } from '../live.js';
import { refreshed } from '../router.js';
import { banner } from './banner.js';
import { element } from '../element.js';
import { say } from '../words.js';

const place = document.getElementById('connection');

/** @param {'off' | 'live' | 'lost'} state */
export function showConnection(state) {
  place.replaceChildren(...(state === 'lost' ? [lost()] : []));
}

function lost() {
  const retry = () => {
    retryLive();
    refreshed();
  };
  return banner({
    sign: 'offline',
    title: navigator.onLine ? say('live.lostTitle') : say('live.offlineTitle'),
    text: say('live.lostText'),
    action: element('button', { class: 'button plain', type: 'button', on: { click: retry } }, say('action.retry')),
  });
}

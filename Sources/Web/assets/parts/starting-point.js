/** Sharing roughly where one starts from, so that a search can be fair to everyone. */
import { put, remove } from '../api.js';
import { createElement } from '../dom.js';
import { getSentenceSpace, translate } from '../localization.js';
import { runAndRefresh } from './actions.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

/** Renders the section to share the starting point for this outing, or to remove it. */
export function renderStartingPoint(outing) {
  const shared = outing.origins ?? { count: 0, isMine: false };
  const others = shared.count - (shared.isMine ? 1 : 0);
  return createElement('section', { class: 'section', 'aria-labelledby': 'origin' },
    createElement('h2', { id: 'origin' }, translate('origin.title')),
    createElement('p', { class: 'secondary' }, translate(shared.isMine ? 'origin.shared' : 'origin.about'), getSentenceSpace(), translate('origin.others', { count: others })),
    createElement('p', {}, shared.isMine
      ? createButton(translate('origin.forget'), () => removeStartingPoint(outing), { key: 'origin' })
      : createButton(translate('origin.share'), () => shareLocation(outing), { icon: 'locate', key: 'origin' })));
}

function shareLocation(outing) {
  if (!navigator.geolocation) return showToast(translate('origin.refused'));
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => saveStartingPoint(outing, roundDegrees(coords.latitude), roundDegrees(coords.longitude)),
    () => showToast(translate('origin.refused')), { timeout: 10_000, maximumAge: 600_000 });
}

/** Rounds to about 500 m. Nothing more precise leaves the device. */
export const roundDegrees = (degrees) => Math.round(degrees * 200) / 200;

async function saveStartingPoint(outing, latitude, longitude) {
  await reportOutcome(put(`/v1/outings/${outing.id}/origin`, { latitude, longitude, consent: true }), 'origin.done');
}

async function removeStartingPoint(outing) {
  await reportOutcome(remove(`/v1/outings/${outing.id}/origin`), 'origin.gone');
}

async function reportOutcome(request, key) {
  await runAndRefresh(async () => {
    await request;
    showToast(translate(key));
  });
}

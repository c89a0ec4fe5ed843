/** Pairing: a browser becomes a device of a venue by a code that an owner has made, and shows its board from then on. */
import { inTurn, post, remove } from '../api.js';
import { createElement } from '../dom.js';
import { getSentenceSpace, translate } from '../localization.js';
import { navigate } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { getDevice, setDevice } from '../venue-device.js';
import { tryAction } from '../parts/actions.js';
import { renderBanner } from '../parts/banner.js';
import { createButton } from '../parts/controls.js';
import { createField, createForm } from '../parts/form.js';
import { createWordmark } from '../parts/navigation.js';
import { forgetPerson } from '../parts/sign-out.js';

export default async function loadPairScreen({ query }) {
  const device = getDevice();
  if (device && !getCurrentPerson()) {
    navigate(getBoardPath(device), { replace: true });
    return new Promise(() => {}); // the board replaces this screen
  }
  return {
    title: translate('pair.title'),
    content: createElement('div', { class: 'solo daylight', 'data-when': 'T12:00:' },
      createElement('div', { class: 'solo-body' },
        createElement('p', { class: 'brand' }, createWordmark()),
        query.has('removed') ? renderRemoved(Number(query.get('removed')) || 0) : null,
        createElement('header', { class: 'center' },
          createElement('h1', {}, translate('pair.title')), createElement('p', { class: 'secondary' }, translate('pair.text'))),
        getCurrentPerson() ? renderSignOut() : createPairingForm())),
  };
}

const getBoardPath = ({ venue }) => `/venues/${venue}/board`;

function renderRemoved(unsent) {
  return createElement('div', { role: 'status' }, renderBanner({
    icon: 'lock', title: translate('pair.removed'), text: [translate('pair.removedText'), unsent > 0 ? translate('pair.unsent', { count: unsent }) : null].filter(Boolean).join(getSentenceSpace()),
  }));
}

function createPairingForm() {
  const scanned = location.hash.match(/^#([0-9]{8})$/)?.[1]; // by the QR code that an owner shows
  const send = async ({ code }) => {
    setDevice(await post('/v1/devices/pairings', { code: code.replace(/\s/g, '') }));
    navigate(getBoardPath(getDevice()), { replace: true });
  };
  return createForm({ send },
    createField({
      name: 'code', label: translate('pair.code'), hint: translate('pair.hint'), value: scanned, required: true, inputmode: 'numeric', autocomplete: 'off', maxlength: 20, autofocus: true, dir: 'ltr',
    }),
    createElement('button', { class: 'button primary large wide', type: 'submit' }, translate('pair.yes')));
}

/** A tablet acts as its venue's device only if no one is signed in, whose rights would come first. */
function renderSignOut() {
  const signOut = () => tryAction(async () => {
    await inTurn(() => remove('/v1/sessions/current'));
    await forgetPerson();
    navigate(`/pair${location.hash}`, { replace: true });
  });
  return createElement('div', { class: 'form' },
    createElement('p', {}, translate('pair.signedIn', { name: getCurrentPerson().name })),
    createElement('p', { class: 'actions' }, createButton(translate('settings.signOut'), signOut, { variant: 'primary large wide' })));
}

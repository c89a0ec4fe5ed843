/** The settings of the secret address by which calendar programs follow the person's outings. */
import { post, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { copyLink } from './share-links.js';
import { showToast } from './toast.js';

/**
 * Renders the section.
 *
 * @param {string | null} url the current address, if any
 */
export function renderCalendarSubscription(url) {
  const body = createElement('div', { class: 'form' });
  const draw = (address) => redraw(body, address ? renderAddress(address, change) : renderOffer(change));
  const change = async (act, key) => {
    await tryAction(async () => {
      draw((await act())?.url ?? null);
      showToast(translate(key));
    });
  };
  draw(url);
  return createElement('section', { class: 'section', 'aria-labelledby': 'calendar' },
    createElement('h2', { id: 'calendar' }, translate('calendar.title')),
    createElement('p', { class: 'secondary spaced' }, translate('calendar.text')),
    body);
}

const renewAddress = () => post('/v1/calendar/rotate');
const endSubscription = () => remove('/v1/calendar');

function renderOffer(change) {
  return createElement('div', {}, createButton(translate('calendar.make'), () => change(renewAddress, 'calendar.made'), { key: 'calendar-make' }));
}

function renderAddress(url, change) {
  const input = createElement('input', { class: 'input', id: 'calendar-address', readonly: true, on: { focus: () => input.select() } });
  input.value = url;
  return createElement('div', { class: 'field copyable-link' },
    createElement('label', { for: 'calendar-address' }, translate('calendar.address')),
    input,
    createElement('p', { class: 'secondary' }, translate('calendar.secret')),
    createElement('div', { class: 'actions' },
      createButton(translate('share.copy'), () => copyLink({ url }), { key: 'calendar-copy' }),
      createButton(translate('calendar.renew'), () => change(renewAddress, 'calendar.renewed'), { variant: 'plain', key: 'calendar-renew' }),
      createButton(translate('calendar.end'), () => change(endSubscription, 'calendar.ended'), { variant: 'plain danger', key: 'calendar-end' })));
}

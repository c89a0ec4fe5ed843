/** The last step of finding a place: to choose or suggest it for the outing being planned. */
import { getAll, patch, post, Problem, read } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createDraft, createPatch, createRestaurantReference } from '../outing-draft.js';
import { countNotified, isHost, isOver } from '../outing-model.js';
import { navigate } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTime } from '../time.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { getInstant } from './search-form.js';
import { showToast } from './toast.js';

/** Reads the outing for which a place is sought, and who is on its list. */
export async function readPlannedOuting(id, options) {
  const path = `/v1/outings/${encodeURIComponent(id)}`;
  const [response, attendees] = await Promise.all([read(path, options), getAll(`${path}/attendees`, options)]);
  return { ...response, attendees };
}

/**
 * Renders the button for what the viewer can do; null if they can do nothing.
 *
 * @param {{ id: string, name: string }} restaurant
 * @param {{ body: any, tag: string, attendees: any[] }} response the outing
 * @param {string} [at] a wall time that was chosen while searching, which is chosen or suggested along with the place
 */
export function renderPlaceChoice(restaurant, response, at) {
  if (isOver(response.body)) return null;
  if (isHost(response.body)) return renderChooseButton(restaurant, response, at);
  return response.body.myAttendance ? renderSuggestButton(restaurant, response.body, at) : null;
}

/** Renders the button by which attendees who do not host suggest the restaurant. */
function renderSuggestButton(restaurant, outing, at) {
  const act = async () => {
    if (!(await tryAction(() => post(`/v1/outings/${outing.id}/suggestions`, { restaurantId: restaurant.id, ...(at ? { time: { startsAt: at } } : {}) })))) return;
    navigate(`/outings/${outing.id}/suggestions`);
    showToast(translate('suggest.done'));
  };
  return createElement('div', { class: 'dock answer-bar' },
    createElement('div', { class: 'answer-bar-row' },
      createElement('p', { class: 'answer-text' }, createElement('strong', {}, translate('place.for', { title: outing.title })), formatWhen(outing, at))),
    outing.restaurant?.id === restaurant.id && !at ? createElement('p', { class: 'secondary' }, translate('place.isChosen'))
      : createButton(translate('place.suggest'), act, { variant: 'primary large wide' }));
}

function formatWhen(outing, at) {
  const instant = getInstant({ outing, at });
  return instant ? formatDateTime(instant, outing.timeZone) : translate('outing.timeOpen');
}

function renderChooseButton(restaurant, { body: outing, tag, attendees }, at) {
  const isChosen = outing.restaurant?.id === restaurant.id && !at;
  const base = createDraft(outing);
  const body = createPatch(base, { ...base, where: createRestaurantReference(restaurant), ...(at ? { startsAt: at } : {}) }, outing);
  const act = async () => {
    try {
      await patch(`/v1/outings/${outing.id}`, body, tag);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      showToast(error.status === 412 ? translate('place.changedMeanwhile') : error.message);
      return;
    }
    navigate(`/outings/${outing.id}`);
    showToast(translate('place.chosen', { place: restaurant.name }));
  };
  return createElement('div', { class: 'dock answer-bar' },
    createElement('div', { class: 'answer-bar-row' },
      createElement('p', { class: 'answer-text' }, createElement('strong', {}, translate('place.for', { title: outing.title })), formatWhen(outing, at))),
    isChosen ? createElement('p', { class: 'secondary' }, translate('place.isChosen'))
      : createButton(translate('place.choose', { count: countNotified(attendees, getCurrentPerson().id, ['where']) }), act,
        { variant: 'primary large wide' }));
}

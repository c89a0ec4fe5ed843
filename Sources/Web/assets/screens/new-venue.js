/** Adding a restaurant that the directory lacks. */
import { post, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { getSentenceSpace, hasMessage, translate } from '../localization.js';
import { navigate } from '../page.js';
import { localTimeZone, timeZones } from '../time.js';
import { createButtonLink } from '../parts/controls.js';
import { createField, createForm, createOptions } from '../parts/form.js';
import { createHoursEditor } from '../parts/hours-editor.js';
import { runWithReauthentication } from '../parts/reauthenticate.js';
import { getSavedArea, parsePoint } from '../parts/search-area.js';

const KINDS = ['restaurant', 'cafe', 'bar', 'pub', 'fast_food', 'food_court', 'ice_cream', 'biergarten', 'bakery', 'deli'];
const TEXTS = ['street', 'postcode', 'city', 'phone', 'email', 'website', 'openingHours'];

export default async function loadNewVenueScreen({ query }) {
  const similar = createElement('div', { role: 'status' });
  let isDistinct = false;
  const send = async (values) => {
    const point = parsePoint(values.point);
    if (!point) throw new Problem({ errors: [{ pointer: '/point', detail: translate('newVenue.pointWrong') }] });
    const [latitude, longitude] = point.split(',').map(Number);
    const texts = Object.fromEntries(TEXTS.filter((name) => values[name]).map((name) => [name, values[name]]));
    const country = values.country.toUpperCase();
    const body = { name: values.name, kind: values.kind, latitude, longitude, timeZone: values.timeZone, ...texts, ...(country ? { country } : {}), ...(isDistinct ? { distinct: true } : {}) };
    try {
      const { id } = await runWithReauthentication(() => post('/v1/venues', body));
      setTimeout(() => navigate(`/venues/${id}`, { replace: true })); // after the form has removed its draft
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'looks_like') throw error;
      isDistinct = true;
      redraw(similar, renderSimilar(error.restaurant));
      return false;
    }
    return true;
  };
  const optional = (name, label, more = {}) => createField({ name, label, autocomplete: 'off', maxlength: 200, ...more });
  const search = new URLSearchParams(query);
  search.delete('name');
  const content = createElement('div', { class: 'narrow section-stack' },
    createElement('header', { class: 'detail-header' },
      createButtonLink('', `/restaurants?${search}`, { variant: 'round', icon: 'back', label: translate('place.back') }),
      createElement('h1', {}, translate('newVenue.title'))),
    createElement('p', { class: 'secondary' }, translate('newVenue.text')),
    createForm({ draft: 'new-venue', send },
      createElement('div', { class: 'two-columns' },
        createField({ name: 'name', label: translate('venue.name'), value: query.get('name') ?? '', required: true, maxlength: 200, autocomplete: 'off' }),
        createField({ name: 'kind', label: translate('newVenue.kind'), control: 'select', options: createOptions(KINDS.filter((kind) => hasMessage(`kind.${kind}`)).map((kind) => [kind, translate(`kind.${kind}`)]), 'restaurant') })),
      createField({ name: 'point', label: translate('newVenue.point'), hint: translate('newVenue.pointHint'), value: getSavedArea()?.point ?? '', required: true, maxlength: 500, autocomplete: 'off', dir: 'ltr' }),
      createField({ name: 'timeZone', label: translate('field.timeZone'), control: 'select', options: createOptions(timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')]), localTimeZone) }),
      createElement('div', { class: 'two-columns' }, optional('street', translate('newVenue.street')), optional('postcode', translate('newVenue.postcode'), { maxlength: 20 }),
        optional('city', translate('newVenue.city')), optional('country', translate('newVenue.country'), { hint: translate('newVenue.countryHint'), maxlength: 2 })),
      createElement('div', { class: 'two-columns' }, optional('phone', translate('venue.phone'), { hint: translate('venue.phoneHint'), type: 'tel', maxlength: 16 }), optional('email', translate('venue.email'), { type: 'email' })),
      optional('website', translate('place.website'), { hint: translate('venue.websiteHint'), type: 'url', maxlength: 500 }),
      createHoursEditor(''), similar,
      createElement('div', {}, createElement('button', { class: 'button primary large', type: 'submit' }, translate('newVenue.add')))));
  content.addEventListener('input', () => {
    isDistinct = false; // what is typed now may look like another one
    redraw(similar);
  });
  return { title: translate('newVenue.title'), content, concerns: () => false };
}

/** Renders the restaurant that the new one looks like. Sending the form again says that they are two. */
function renderSimilar(id) {
  return createElement('div', { class: 'group form' },
    createElement('p', {}, createElement('strong', {}, translate('newVenue.similar')), getSentenceSpace(), translate('newVenue.similarText')),
    createElement('div', { class: 'actions' }, createButtonLink(translate('newVenue.see'), `/restaurants/${id}`), createButtonLink(translate('ownVenues.claim'), `/restaurants/${id}/claim`, { variant: 'plain' })));
}

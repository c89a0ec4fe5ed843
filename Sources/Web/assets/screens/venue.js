/** The profile of a venue: its contacts, its hours, and whether it takes orders and online payments. */
import { patch, read } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmountForField, guessCurrency, listCurrencies } from '../money.js';
import { refreshScreen } from '../page.js';
import { runAndRefresh } from '../parts/actions.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { createField, createForm, createOptions } from '../parts/form.js';
import { createHoursEditor } from '../parts/hours-editor.js';
import { renderLogo } from '../parts/logo.js';
import { createFieldPatcher } from '../parts/patch-fields.js';
import { createPictureField } from '../parts/picture-field.js';
import { showToast } from '../parts/toast.js';
import { renderVenueHeader } from '../parts/venue-header.js';

const FIELDS = ['name', 'street', 'postcode', 'city', 'phone', 'email', 'website', 'taxNumber', 'openingHours'];

export default async function loadVenueScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const draw = ({ body: venue, tag }) => redraw(content, renderVenueHeader(venue, ''),
    venue.state === 'verified' ? [renderSwitch(path, venue, tag, 'orders', 'takesOrders'), renderSwitch(path, venue, tag, 'online', 'takesOnlinePayments'), venue.role === 'owner' ? [createRulesForm(path, venue, tag), renderLogoSetting(path, venue), createProfileForm(path, venue, tag)] : renderProfile(venue)] : renderProfile(venue));
  const first = await read(path, { signal });
  draw(first);
  return { title: first.body.name, content, concerns: () => false, refresh: async () => draw(await read(path)) };
}

/** Renders whether groups can order here, or pay online. Owners can change it; the change is saved immediately. */
function renderSwitch(path, venue, tag, key, field) {
  const isOn = venue[field];
  const say = (name) => translate(`venue.switch.${key}.${name}`);
  const set = () => runAndRefresh(() => patch(path, { [field]: !isOn }, tag), translate('settings.saved'));
  return createElement('section', { class: 'section', 'aria-labelledby': key },
    createElement('h2', { id: key }, say('title')),
    createElement('div', { class: 'group' }, createElement('div', { class: 'setting wrap' },
      createElement('span', { class: 'setting-body' }, say(isOn ? 'taken' : 'none'), createElement('span', { class: 'secondary' }, say('text'))),
      venue.role === 'owner' ? createButton(translate(isOn ? 'device.turnOff' : 'device.turnOn'), set, { key, label: say(isOn ? 'stop' : 'start') }) : null)));
}

function createProfileForm(path, venue, tag) {
  let newest = tag;
  const save = createFieldPatcher(venue, {
    toValues,
    send: (changed) => patch(path, Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value || null])), newest),
    fetchCurrent: async () => {
      const current = await read(path);
      newest = current.tag;
      return current.body;
    },
  });
  const values = toValues(venue);
  return createElement('section', { class: 'section', 'aria-labelledby': 'profile' },
    createElement('h2', { id: 'profile' }, translate('venue.contacts')),
    createForm({
      draft: `venue-${venue.id}`,
      send: async (typed) => {
        await save(Object.fromEntries(FIELDS.map((name) => [name, typed[name]])));
        showToast(translate('settings.saved'));
        setTimeout(refreshScreen); // after the form has removed its draft
      },
    },
    createField({ name: 'name', label: translate('venue.name'), value: values.name, required: true, maxlength: 200, autocomplete: 'off' }),
    createField({ name: 'street', label: translate('newVenue.street'), value: values.street, maxlength: 200, autocomplete: 'off' }),
    createElement('div', { class: 'two-columns' },
      createField({ name: 'postcode', label: translate('newVenue.postcode'), value: values.postcode, maxlength: 20, autocomplete: 'off' }),
      createField({ name: 'city', label: translate('newVenue.city'), value: values.city, maxlength: 200, autocomplete: 'off' })),
    createElement('div', { class: 'two-columns' },
      createField({ name: 'phone', label: translate('venue.phone'), hint: translate('venue.phoneHint'), type: 'tel', value: values.phone, maxlength: 16, autocomplete: 'off' }),
      createField({ name: 'email', label: translate('venue.email'), type: 'email', value: values.email, maxlength: 254, autocomplete: 'off' })),
    createField({ name: 'website', label: translate('place.website'), hint: translate('venue.websiteHint'), type: 'url', value: values.website, maxlength: 500, autocomplete: 'off' }),
    createField({ name: 'taxNumber', label: translate('venue.taxNumber'), value: values.taxNumber, maxlength: 40, autocomplete: 'off' }),
    createHoursEditor(values.openingHours),
    createElement('div', { class: 'actions' }, createElement('button', { class: 'button primary', type: 'submit' }, translate('action.save')),
      createButtonLink(translate('venue.public'), `/restaurants/${venue.id}`, { variant: 'plain' }))));
}

/** Creates the form for what the venue asks of orders. */
function createRulesForm(path, venue, tag) {
  const amount = (minor) => (minor === null ? '' : formatAmountForField(minor, venue.currency));
  const values = {
    leadMinutes: venue.leadMinutes ?? '', currency: venue.currency ?? guessCurrency(venue.timeZone), orderMinimum: amount(venue.orderMinimumMinor),
    orderMaximum: amount(venue.orderMaximumMinor), mostPortions: venue.mostPortions ?? '',
  };
  const createInput = (name, attributes) => createField({ name, label: translate(`venue.rules.${name}`), value: values[name], autocomplete: 'off', ...attributes });
  const toNumber = (text) => (text === '' ? null : Number(text));
  return createElement('section', { class: 'section', 'aria-labelledby': 'rules' },
    createElement('h2', { id: 'rules' }, translate('venue.rules.title')),
    createElement('p', { class: 'secondary' }, translate('venue.rules.text')),
    createForm({
      draft: `venue-rules-${venue.id}`,
      send: async (typed) => {
        await patch(path, {
          leadMinutes: toNumber(typed.leadMinutes), currency: typed.currency, orderMinimum: typed.orderMinimum || null,
          orderMaximum: typed.orderMaximum || null, mostPortions: toNumber(typed.mostPortions),
        }, tag);
        showToast(translate('settings.saved'));
        setTimeout(refreshScreen);
      },
    },
    createElement('div', { class: 'two-columns' },
      createInput('orderMinimum', { inputmode: 'decimal', maxlength: 40 }), createInput('orderMaximum', { inputmode: 'decimal', maxlength: 40 })),
    createElement('div', { class: 'two-columns' },
      createField({ name: 'currency', label: translate('venue.rules.currency'), control: 'select', options: createOptions(listCurrencies(values.currency), values.currency) }),
      createInput('mostPortions', { type: 'number', min: 1, max: 10_000 })),
    createInput('leadMinutes', { type: 'number', min: 0, max: 10_080 }),
    createElement('div', { class: 'actions' }, createElement('button', { class: 'button', type: 'submit' }, translate('action.save')))));
}

const toValues = (venue) => Object.fromEntries(FIELDS.map((name) => [name, venue[name] ?? '']));

/** Renders the logo with what replaces and removes it, which counts as an edit of the venue. */
function renderLogoSetting(path, venue) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'logo' },
    createElement('h2', { id: 'logo' }, translate('venue.logo')),
    createElement('div', { class: 'group' }, createPictureField({
      key: 'logo', label: translate('venue.logo'), title: translate(venue.logo ? 'venue.logoShown' : 'venue.logoNone'), text: translate('venue.logoText'), path: `${path}/logo`,
      getPicture: () => venue.logo, setPicture: () => refreshScreen(), render: renderLogo,
    })));
}

/** Renders the profile for staff, and while the claim is being checked. */
function renderProfile(venue) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'profile' },
    createElement('h2', { id: 'profile' }, translate('venue.contacts')),
    createElement('div', { class: 'group' }, [['newVenue.street', venue.street], ['newVenue.postcode', venue.postcode], ['newVenue.city', venue.city], ['venue.phone', venue.phone], ['venue.email', venue.email], ['place.website', venue.website], ['place.hours', venue.openingHours]].map(([key, value]) =>
      createElement('div', { class: 'setting' }, createElement('span', { class: 'setting-body' }, createElement('span', { class: 'secondary' }, translate(key)), createElement('bdi', {}, value ?? translate('venue.unknown')))))),
    createElement('p', { class: 'spaced' }, createButtonLink(translate('venue.public'), `/restaurants/${venue.id}`, { variant: 'plain' })));
}

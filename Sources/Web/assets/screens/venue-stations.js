/** The stations of a venue's kitchen: their names, and what of the menu each makes. */
import { get, getAll, put } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { createKey } from '../menu-draft.js';
import { getName } from '../menu-model.js';
import { refreshScreen } from '../page.js';
import { createButton } from '../parts/controls.js';
import { createField, createForm, createOptions } from '../parts/form.js';
import { fetchPublishedMenu } from '../parts/published-menu.js';
import { showToast } from '../parts/toast.js';
import { renderVenueHeader } from '../parts/venue-header.js';

const MOST = 20; // the server's limit
const NONE = ''; // of an item: as its section; of a section: no station

export default async function loadVenueStationsScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}/stations`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const fetchAll = (options) => Promise.all([get(`/v1/venues/${id}`, options), getAll(path, options), fetchPublishedMenu(id, options)]);
  let isEdited = false; // a refresh must not undo what is not saved
  for (const kind of ['input', 'change', 'click']) {
    content.addEventListener(kind, ({ target }) => { isEdited ||= Boolean(target.closest('form input, form select, form button[type="button"]')); });
  }
  const draw = ([venue, stations, menu]) => redraw(content, renderVenueHeader(venue, '/stations'),
    venue.state === 'verified' ? createStationForm(path, stations, menu?.sections ?? [], () => { isEdited = false; }) : createElement('p', { class: 'secondary' }, translate('stations.later')));
  draw(await fetchAll({ signal }));
  return { title: translate('stations.title'), content, concerns: () => false, refresh: async () => { if (!isEdited) draw(await fetchAll()); } };
}

function createStationForm(path, stored, sections, onSaved) {
  const stations = stored.map(({ key, name }) => ({ key, name }));
  const chosen = new Map(stored.flatMap((station) => [
    ...station.sections.map((section) => [`section ${section}`, station.key]), ...station.items.map((item) => [`item ${item}`, station.key]),
  ]));
  const names = createElement('div', { class: 'section-stack' });
  const places = createElement('div', { class: 'section-stack' });

  const choose = (place, label, none) => {
    const field = createField({
      name: place, label, control: 'select',
      options: createOptions([[NONE, none], ...stations.map(({ key, name }) => [key, name || key])], chosen.get(place) ?? NONE),
    });
    field.querySelector('select').addEventListener('change', ({ target }) => {
      if (target.value === NONE) chosen.delete(place);
      else chosen.set(place, target.value);
    });
    return field;
  };
  const drawPlaces = () => redraw(places, stations.length === 0 ? createElement('p', { class: 'secondary' }, translate('stations.none'))
    : sections.length === 0 ? createElement('p', { class: 'secondary' }, translate('stations.noMenu'))
      : [createElement('h2', {}, translate('stations.sections')), sections.map((section) => createElement('div', { class: 'form' },
        choose(`section ${section.key}`, getName(section), translate('board.other')),
        createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('stations.single')),
          section.items.filter(({ kind }) => kind !== 'combo').map((item) => choose(`item ${item.key}`, getName(item), translate('stations.asSection'))))))]);
  const draw = () => {
    redraw(names, stations.map((station, at) => {
      const field = createField({ name: `name-${station.key}`, label: translate('stations.name'), value: station.name, required: true, maxlength: 60, autocomplete: 'off' });
      field.querySelector('input').addEventListener('input', ({ target }) => {
        station.name = target.value;
        drawPlaces();
      });
      return createElement('div', { class: 'form' }, field, createElement('div', { class: 'actions' }, createButton(translate('stations.remove', { name: station.name }), () => {
        stations.splice(at, 1);
        for (const [place, key] of chosen) if (key === station.key) chosen.delete(place);
        draw();
      }, { variant: 'plain', key: `remove-${station.key}` })));
    }), stations.length < MOST ? createElement('p', {}, createButton(translate('stations.add'), () => {
      const station = { key: createKey('station'), name: '' };
      stations.push(station);
      draw();
      names.querySelector(`[name="name-${station.key}"]`).focus();
    }, { icon: 'plus', key: 'add' })) : null);
    drawPlaces();
  };
  draw();
  const toList = (kind, key) => [...chosen].filter(([place, station]) => station === key && place.startsWith(`${kind} `)).map(([place]) => place.slice(kind.length + 1));
  return createForm({
    label: translate('stations.title'),
    send: async () => {
      await put(path, { stations: stations.map(({ key, name }) => ({ key, name: name.trim(), sections: toList('section', key), items: toList('item', key) })) });
      onSaved();
      showToast(translate('settings.saved'));
      setTimeout(refreshScreen);
    },
  }, createElement('p', { class: 'secondary' }, translate('stations.text')), names, places,
  createElement('div', { class: 'actions' }, createElement('button', { class: 'button primary', type: 'submit' }, translate('action.save'))));
}

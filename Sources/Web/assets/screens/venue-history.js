/** Who edited a venue and what, newest first. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { getSentenceSpace, hasMessage, translate } from '../localization.js';
import { localTimeZone } from '../time.js';
import { renderChangeOf } from '../parts/diff.js';
import { renderHistoryItem, renderHistoryList } from '../parts/history-list.js';
import { renderVenueHeader } from '../parts/venue-header.js';

export default async function loadVenueHistoryScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}/changes`;
  const body = createElement('div', {});
  const fetchAll = (options) => Promise.all([get(`/v1/venues/${id}`, options), get(path, options)]);
  const draw = ([venue, page]) => redraw(body, page.items.length === 0 ? createElement('p', { class: 'secondary' }, translate('venue.noHistory'))
    : renderHistoryList(path, page, (change) => renderChange(change, venue.timeZone ?? localTimeZone)));
  const first = await fetchAll({ signal });
  draw(first);
  return {
    title: translate('venue.history'),
    content: createElement('div', { class: 'narrow section-stack' }, renderVenueHeader(first[0], '/history'), body),
    concerns: () => false,
    refresh: async () => draw(await fetchAll()),
  };
}

function renderChange(change, zone) {
  const item = renderHistoryItem(translate(hasMessage(`venue.change.${change.kind}`) ? `venue.change.${change.kind}` : 'venue.newer', { kind: change.kind }), change, zone);
  const [before, after] = [change.before ?? {}, change.after ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => hasMessage(`venue.field.${name}`));
  item.querySelector('.update-text').after(...names.map((name) => createElement('span', { class: 'secondary' },
    translate(`venue.field.${name}`), getSentenceSpace(), renderChangeOf(write(name, before[name]), write(name, after[name]), Object.keys(before).length === 0))));
  return item;
}

const write = (name, value) => (value === undefined ? translate('venue.unknown') : name.startsWith('takes') ? translate(value === 'true' ? 'poll.yes' : 'poll.no')
  : name === 'role' ? translate(`ownVenues.role.${value}`) : value);

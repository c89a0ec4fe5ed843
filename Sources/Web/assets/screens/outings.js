/** The person's outings: those to answer, hosted, attending and past; the front page for visitors. */
import { get, getAll } from '../api.js';
import { createElement, createSVGElement, redraw } from '../dom.js';
import { recordRevisions } from '../live-updates.js';
import { formatNumber, translate } from '../localization.js';
import { isHost, isOver, needsMyAnswer } from '../outing-model.js';
import { describeRule } from '../recurrence.js';
import { getCurrentPerson } from '../session.js';
import { formatToday } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { renderAnswerCard } from '../parts/answer-card.js';
import { createButton } from '../parts/controls.js';
import { createNewOutingForm } from '../parts/new-outing-form.js';
import { renderOutingRow, setUnreadMessages } from '../parts/outing-row.js';
import { createRefreshButton } from '../parts/refresh-button.js';
import createWelcomeScreen from './welcome.js';

const PAST_SHOWN = 3; // older ones are loaded by a button

export default async function loadOutingsScreen({ signal }) {
  if (!getCurrentPerson()) return createWelcomeScreen();
  const body = createElement('div', { class: 'section-stack' });
  const read = (options) => Promise.all([
    getAll('/v1/outings?when=upcoming', options),
    get(`/v1/outings?when=past&limit=${PAST_SHOWN}`, options),
    get('/v1/series', options),
    get('/v1/messages/unread', options).then(setUnreadMessages),
  ]);
  const draw = ([ahead, over, series]) => {
    recordRevisions([...ahead, ...over.items]);
    redraw(body, ahead.length + over.items.length + series.items.length === 0 ? renderEmpty() : [renderGroups(ahead), renderSeries(series.items), renderPast(over)]);
  };
  draw(await read({ signal }));
  return {
    title: translate('outings.title'),
    content: createElement('div', {},
      createElement('header', { class: 'screen-header' }, createElement('p', { class: 'eyebrow' }, formatToday()), createElement('h1', {}, translate('outings.title')), createRefreshButton()),
      body),
    refresh: async () => draw(await read()),
  };
}

function renderGroups(ahead) {
  const unanswered = ahead.filter(needsMyAnswer);
  const cancelled = ahead.filter(isOver);
  const rest = ahead.filter((outing) => !unanswered.includes(outing) && !cancelled.includes(outing) && isNextOfSeries(outing, ahead));
  const hosting = rest.filter(isHost);
  const declined = rest.filter((outing) => outing.myAttendance?.status === 'declined' && !isHost(outing));
  const attending = rest.filter((outing) => !hosting.includes(outing) && !declined.includes(outing));
  return [
    unanswered.length > 0 ? renderSection('asks', translate('outings.asks'), unanswered.length,
      createElement('ul', { class: 'invitation-cards' }, unanswered.map((outing, at) => renderAnswerCard(outing, at === 0)))) : null,
    renderList('hosting', hosting),
    renderList('attending', attending),
    renderList('declined', declined),
    renderList('cancelled', cancelled),
  ];
}

/** Returns whether an outing is the first of its series in a list. The page of the series, which is listed too, has the others. */
function isNextOfSeries({ id, series }, outings) {
  return !series || outings.find((other) => other.series?.id === series.id && !isOver(other)).id === id;
}

function renderList(name, outings) {
  if (outings.length === 0) return null;
  return renderSection(name, translate(`outings.${name}`), null, createElement('ul', { class: 'rows' }, outings.map(renderOutingRow)));
}

function renderSection(id, title, count, content) {
  return createElement('section', { class: 'section', 'aria-labelledby': `heading-${id}` },
    createElement('h2', { id: `heading-${id}` }, title,
      count === null ? null : [' ', createElement('span', { class: 'count' }, formatNumber(count))]),
    content);
}

/** Renders the series, which lead to their dates. */
function renderSeries(series) {
  if (series.length === 0) return null;
  return renderSection('series', translate('series.yours'), null, createElement('ul', { class: 'rows people-rows' }, series.map((item) =>
    createElement('li', {}, createElement('a', { class: 'row', href: `/series/${item.id}`, 'data-key': item.id },
      createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, item.title),
        createElement('span', { class: 'secondary' }, describeRule(item))))))));
}

function renderPast({ items, next }) {
  if (items.length === 0) return null;
  const rows = createElement('ul', { class: 'rows' }, items.map(renderOutingRow));
  return renderSection('past', translate('outings.past'), null, [rows, next ? createMoreButton(rows, next) : null]);
}

function createMoreButton(rows, next) {
  let cursor = next;
  const loadMore = async () => {
    await tryAction(async () => {
      const page = await get(`/v1/outings?when=past&limit=20&cursor=${encodeURIComponent(cursor)}`);
      rows.append(...page.items.map(renderOutingRow));
      cursor = page.next;
      button.hidden = cursor === null;
    });
  };
  const button = createButton(translate('outings.pastMore'), loadMore, { variant: 'plain more-rows' });
  return button;
}

function renderEmpty() {
  return createElement('section', { class: 'empty', 'aria-labelledby': 'empty-title' }, drawTable(),
    createElement('div', { class: 'center' },
      createElement('h2', { id: 'empty-title' }, translate('outings.emptyTitle')),
      createElement('p', { class: 'secondary' }, translate('outings.emptyText'))),
    createNewOutingForm());
}

/** Draws a table from above with one free seat. */
function drawTable() {
  const plates = [[160, 52], [220, 112], [160, 172]];
  return createSVGElement('svg', { class: 'table-top', viewBox: '0 0 320 230', 'aria-hidden': 'true' },
    createSVGElement('ellipse', { class: 'table-shadow', cx: 160, cy: 132, rx: 112, ry: 92 }),
    createSVGElement('circle', { class: 'table-surface', cx: 160, cy: 112, r: 96 }),
    plates.map(([cx, cy]) => [
      createSVGElement('circle', { class: 'table-plate', cx, cy, r: 25 }),
      createSVGElement('circle', { class: 'table-plate-rim', cx, cy, r: 17 }),
    ]),
    createSVGElement('circle', { class: 'table-free-seat', cx: 100, cy: 112, r: 25 }),
    createSVGElement('circle', { class: 'table-center', cx: 160, cy: 112, r: 13 }));
}

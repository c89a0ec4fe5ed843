/** Outings: what needs my answer, what I host and attend, what was. */
import { all, get, Problem } from '../api.js';
import { drawing, element, redraw } from '../element.js';
import { asksMe, isHost, isOver } from '../outings.js';
import { answerCard } from '../parts/answer-card.js';
import { button } from '../parts/controls.js';
import { lookAgain } from '../parts/look-again.js';
import { announce } from '../parts/said.js';
import { countUnread, outingRow } from '../parts/outing-row.js';
import { startForm } from '../parts/start-form.js';
import { ruleText } from '../recurrence.js';
import { today } from '../time.js';
import { say } from '../words.js';

const PAST_SHOWN = 3; // more are a press away

export default async function outingsScreen({ signal }) {
  const body = element('div', { class: 'stackup' });
  const read = (options) => Promise.all([
    all('/v1/outings?when=upcoming', options),
    get(`/v1/outings?when=past&limit=${PAST_SHOWN}`, options),
    get('/v1/series', options),
    get('/v1/messages/unread', options).then(countUnread),
  ]);
  const draw = ([ahead, over, series]) => redraw(body,
    ahead.length + over.items.length + series.items.length === 0 ? empty() : [groups(ahead), repeating(series.items), past(over)]);
  draw(await read({ signal }));
  return {
    title: say('outings.title'),
    content: element('div', {},
      element('header', { class: 'top' }, element('p', { class: 'eyebrow' }, today()), element('h1', {}, say('outings.title')), lookAgain()),
      body),
    refresh: async () => draw(await read()),
  };
}

function groups(ahead) {
  const asks = ahead.filter(asksMe);
  const cancelled = ahead.filter(isOver);
  const rest = ahead.filter((outing) => !asks.includes(outing) && !cancelled.includes(outing));
  const hosting = rest.filter(isHost);
  const declined = rest.filter((outing) => outing.myAttendance?.status === 'declined' && !isHost(outing));
  const attending = rest.filter((outing) => !hosting.includes(outing) && !declined.includes(outing));
  return [
    asks.length > 0 ? section('asks', say('outings.asks'), asks.length,
      element('ul', { class: 'asks' }, asks.map((outing, at) => answerCard(outing, at === 0)))) : null,
    list('hosting', hosting),
    list('attending', attending),
    list('declined', declined),
    list('cancelled', cancelled),
  ];
}

function list(name, outings) {
  if (outings.length === 0) return null;
  return section(name, say(`outings.${name}`), null, element('ul', { class: 'rows' }, outings.map(outingRow)));
}

function section(id, title, count, content) {
  return element('section', { class: 'section', 'aria-labelledby': `heading-${id}` },
    element('h2', { id: `heading-${id}` }, title,
      count === null ? null : [' ', element('span', { class: 'count' }, String(count))]),
    content);
}

/** What comes again: each leads to its dates. */
function repeating(series) {
  if (series.length === 0) return null;
  return section('series', say('series.yours'), null, element('ul', { class: 'rows people-rows' }, series.map((one) =>
    element('li', {}, element('a', { class: 'row', href: `/series/${one.id}`, 'data-key': one.id },
      element('span', { class: 'row-body' }, element('span', { class: 'row-title' }, one.title),
        element('span', { class: 'second' }, ruleText(one))))))));
}

function past({ items, next }) {
  if (items.length === 0) return null;
  const rows = element('ul', { class: 'rows' }, items.map(outingRow));
  return section('past', say('outings.past'), null, [rows, next ? moreButton(rows, next) : null]);
}

function moreButton(rows, next) {
  let cursor = next;
  const more = async () => {
    try {
      const page = await get(`/v1/outings?when=past&limit=20&cursor=${encodeURIComponent(cursor)}`);
      rows.append(...page.items.map(outingRow));
      cursor = page.next;
      shown.hidden = cursor === null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      announce(error.message);
    }
  };
  const shown = button(say('outings.pastMore'), more, { look: 'plain more-rows' });
  return shown;
}

function empty() {
  return element('section', { class: 'empty', 'aria-labelledby': 'empty-title' }, tableTop(),
    element('div', { class: 'center' },
      element('h2', { id: 'empty-title' }, say('outings.emptyTitle')),
      element('p', { class: 'second' }, say('outings.emptyText'))),
    startForm());
}

/** A table from above with one free place. */
function tableTop() {
  const plates = [[160, 52], [220, 112], [160, 172]];
  return drawing('svg', { class: 'table-top', viewBox: '0 0 320 230', 'aria-hidden': 'true' },
    drawing('ellipse', { class: 't-shade', cx: 160, cy: 132, rx: 112, ry: 92 }),
    drawing('circle', { class: 't-wood', cx: 160, cy: 112, r: 96 }),
    plates.map(([cx, cy]) => [
      drawing('circle', { class: 't-plate', cx, cy, r: 25 }),
      drawing('circle', { class: 't-rim', cx, cy, r: 17 }),
    ]),
    drawing('circle', { class: 't-free', cx: 100, cy: 112, r: 25 }),
    drawing('circle', { class: 't-sun', cx: 160, cy: 112, r: 13 }));
}

/** The portions that a venue counts: what orders hold, what was sold, and what is left. */
import { get, getAll, post, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { formatNumber, hasMessage, translate } from '../localization.js';
import { getName, listItems } from '../menu-model.js';
import { refreshScreen } from '../page.js';
import { formatDate, localTimeZone } from '../time.js';
import { createButton } from '../parts/controls.js';
import { openDialog, openFormDialog } from '../parts/dialog.js';
import { createField, createOptions } from '../parts/form.js';
import { renderHistoryItem, renderHistoryList } from '../parts/history-list.js';
import { createFactLine } from '../parts/labels.js';
import { createMenuButton } from '../parts/menu.js';
import { fetchPublishedMenu } from '../parts/published-menu.js';
import { createRefreshButton } from '../parts/refresh-button.js';
import { showToast } from '../parts/toast.js';
import { renderVenueHeader } from '../parts/venue-header.js';

const MOST = 100_000;
const MOVES = 20;
/** The kinds of moves with the lowest quantity. */
const LEAST = { count: 0, receipt: 1, waste: 1, correction: -MOST };

export default async function loadVenueStockScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}/stock`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const fetchAll = async (options) => {
    const venue = await get(`/v1/venues/${id}`, options);
    if (venue.state !== 'verified') return { venue, levels: [], items: [] };
    const [levels, menu, moves] = await Promise.all([getAll(path, options), fetchPublishedMenu(id, options), get(`${path}/moves?limit=${MOVES}`, options)]);
    return { venue, levels, moves, items: menu ? listItems(menu).filter(({ kind }) => kind !== 'combo') : [] };
  };
  const draw = ({ venue, levels, items, moves }) => redraw(content, renderVenueHeader(venue, '/stock'),
    venue.state === 'verified' ? [renderLevels({ path, isOwner: venue.role === 'owner' }, levels.filter(({ tracked }) => tracked), items), renderMoves(path, moves, items, venue.timeZone ?? localTimeZone)] : createElement('p', { class: 'secondary' }, translate('stock.later')));
  draw(await fetchAll({ signal }));
  return { title: translate('stock.title'), content, concerns: () => false, refresh: async () => draw(await fetchAll()) };
}

function renderLevels(venue, levels, items) {
  const names = new Map(items.map((item) => [item.key, getName(item)]));
  const nameOf = (key) => names.get(key) ?? key;
  const sorted = levels.toSorted((one, other) => nameOf(one.item).localeCompare(nameOf(other.item)) || (one.day ?? '').localeCompare(other.day ?? ''));
  return createElement('section', { class: 'section', 'aria-labelledby': 'levels' },
    createElement('div', { class: 'section-head' }, createElement('h2', { id: 'levels' }, translate('stock.levels')), createRefreshButton()),
    createElement('p', { class: 'secondary' }, translate('stock.text')),
    levels.length === 0 ? null : createElement('ul', { class: 'group' }, sorted.map((level) => renderLevel(venue, level, nameOf(level.item)))),
    items.length === 0 ? createElement('p', { class: 'secondary spaced' }, translate('stock.noMenu'))
      : createElement('p', { class: 'spaced' }, createButton(translate('stock.begin'), () => openMoveForm(venue, 'count', items.map(({ key }) => [key, nameOf(key)]), null), { icon: 'plus', key: 'begin' })));
}

function renderLevel(venue, level, name) {
  const open = (kind) => () => openMoveForm(venue, kind, [[level.item, name]], level);
  const actions = [...['receipt', 'waste', 'correction'].map((kind) => ({ label: translate(`stock.do.${kind}`), act: open(kind), asks: true })),
    { label: translate('stock.do.stop'), act: () => openStopForm(venue.path, level, name), variant: 'danger', asks: true }];
  const key = `${level.item}-${level.day ?? ''}`;
  return createElement('li', { class: 'stock-level' },
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, name),
      createElement('span', { class: 'secondary' }, level.day ? formatDate(level.day) : translate('stock.everyDay')),
      createFactLine(['counted', 'held', 'sold'].map((what) => translate(`stock.${what}`, { count: level[what] })), 'fine-print')),
    createElement('p', { class: level.left > 0 ? 'stock-left' : 'stock-left none' }, createElement('strong', {}, formatNumber(level.left)), translate(level.left > 0 ? 'stock.left' : 'dishMenu.soldOut')),
    createElement('div', { class: 'actions' },
      createButton(translate('stock.do.count'), open('count'), { key: `count-${key}`, label: translate('stock.countOf', { name }) }),
      createMenuButton(name, actions, `more-${key}`)));
}

/** What changed the portions, newest first. */
function renderMoves(path, page, items, zone) {
  const names = new Map(items.map((item) => [item.key, getName(item)]));
  const renderMove = (move) => {
    const { item, kind, quantity, found, day, number, note } = move;
    const change = translate(hasMessage(`stock.move.${kind}`) ? `stock.move.${kind}` : 'stock.move.other', { count: quantity, found });
    const row = renderHistoryItem(translate('stock.moveOf', { name: names.get(item) ?? item, change }), number && !move.actor ? { ...move, actor: { name: translate('stock.orderNumber', { number }) } } : move, zone);
    row.querySelector('.update-text').after(...[day ? formatDate(day) : null, note].filter(Boolean).map((text) => createElement('span', { class: 'secondary', dir: 'auto' }, text)));
    return row;
  };
  return createElement('section', { class: 'section', 'aria-labelledby': 'moves' },
    createElement('h2', { id: 'moves' }, translate('stock.moves')),
    page.items.length === 0 ? createElement('p', { class: 'secondary' }, translate('stock.noMoves')) : renderHistoryList(`${path}/moves`, page, renderMove));
}

/** Asks for a quantity. The first count of an item can be for every day or one day; later moves are for the same. */
function openMoveForm({ path, isOwner }, kind, items, level) {
  const isNew = level === null;
  openFormDialog({
    title: translate(`stock.do.${kind}`), text: translate(`stock.explain.${kind}`), yes: translate('action.save'),
    fields: [
      isNew ? createField({ name: 'item', label: translate('stock.item'), control: 'select', options: createOptions(items, items[0][0]) }) : createElement('p', { class: 'row-title', dir: 'auto' }, items[0][1]),
      createField({ name: 'quantity', label: translate('stock.quantity'), type: 'number', min: LEAST[kind], max: MOST, step: 1, required: true, value: kind === 'count' && level ? level.counted - level.sold : '' }),
      isNew ? createField({ name: 'day', label: translate('stock.day'), hint: translate('stock.dayHint'), type: 'date' }) : null,
      createField({ name: 'note', label: translate('stock.note'), maxlength: 200, autocomplete: 'off' }),
    ],
    act: async ({ item = level?.item, quantity, day = level?.day, note }) => {
      const store = async (move) => {
        await post(`${path}/${encodeURIComponent(item)}/moves`, move);
        showToast(translate('settings.saved'));
        refreshScreen();
      };
      const move = { kind, quantity: Number(quantity), ...(day ? { day } : {}), ...(note ? { note } : {}) };
      try {
        await store(move);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'below_held' || error.orders.length === 0) throw error;
        openHoldersDialog(error.orders, isOwner, () => store({ ...move, strikes: error.orders.map(({ order }) => order) }));
      }
    },
  });
}

/** Shows the orders that hold more portions than there are. Owners can have their last dishes taken off, and then `act` counts again. */
function openHoldersDialog(orders, isOwner, act) {
  const rows = orders.map(({ number, state, held }) => createElement('li', {}, createFactLine([
    number ? translate('stock.orderNumber', { number }) : translate('stock.holders.unplaced'), translate(`order.state.${state}`), translate('stock.held', { count: held })])));
  const list = createElement('ul', { class: 'bullets' }, rows);
  const title = translate('stock.holders.title');
  if (!isOwner) return openDialog(title, createElement('p', { class: 'secondary' }, translate('stock.holders.askOwner')), list);
  openFormDialog({ title, text: translate('stock.holders.text'), fields: [list], yes: translate('stock.holders.strike'), isDanger: true, act });
}

function openStopForm(path, { item, day }, name) {
  openFormDialog({
    title: translate('stock.stopTitle', { name }), text: translate('stock.stopText'), yes: translate('stock.do.stop'),
    act: async () => {
      await post(`${path}/${encodeURIComponent(item)}/moves`, { kind: 'stop', ...(day ? { day } : {}) });
      refreshScreen();
    },
  });
}

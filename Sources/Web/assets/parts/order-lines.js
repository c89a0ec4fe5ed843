/** The dishes of an order: the viewer's own, everyone's, and those taken off a moment ago. */
import { post, remove } from '../api.js';
import { createElement } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { canAmend, canPick, getOrderPath, getOwnLines, getVersionTag } from '../order-model.js';
import { refreshScreen } from '../page.js';
import { getViewer } from '../session.js';
import { runAndRefresh, tryAction } from './actions.js';
import { createButton } from './controls.js';
import { createFactLine } from './labels.js';
import { openOrderLineForm } from './order-line-form.js';
import { discardQueuedDish, nameQueuedDish } from './queued-answers.js';
import { showToast } from './toast.js';

const RESTORABLE_MS = 15 * 60_000; // the server's limit
const FOLDED_FROM = 13; // lines of others

/** The lines that were taken off on this page, by id. */
const struckLines = new Map();
/** Whether the list of an order is unfolded, once the person has chosen. A redraw must not change it. */
const unfoldedOrders = new Map();

/** Renders the lines that the viewer eats from. */
export function renderOwnLines(context) {
  return renderLines(context, getOwnLines(context.order), (line) => (line.own ? null : translate('order.plateOf', { name: line.person.name })));
}

/** Renders the viewer's dishes that were not sent yet, which can be taken off again; null if there are none. */
export function renderQueuedDishes(dishes) {
  if (dishes.length === 0) return null;
  return createElement('ul', { class: 'order-lines' }, dishes.map((queued) => {
    const { body: { quantity = 1, options }, key } = queued;
    const dish = formatDish({ name: nameQueuedDish(queued), quantity });
    return createElement('li', { class: 'order-line' },
      createElement('div', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, dish), createFactLine([options, translate('answer.notSent')])),
      createElement('span', { class: 'order-line-actions' },
        createButton('', () => discardQueuedDish(queued).then(refreshScreen), { variant: 'plain round', icon: 'cross', key: `discard-${key}`, label: translate('order.strike', { name: dish }) })));
  }));
}

/** Renders the lines of the others by person, in a list that can be folded; null if there are none. */
export function renderOthersLines(context) {
  const { order } = context;
  const mine = new Set(getOwnLines(order).map(({ id }) => id));
  const others = order.lines.filter(({ id }) => !mine.has(id));
  if (others.length === 0) return null;
  const byPerson = [...Map.groupBy(others, ({ person }) => person.id).values()];
  const remember = ({ target }) => unfoldedOrders.set(order.id, target.open);
  return createElement('details', { class: 'order-part', open: unfoldedOrders.get(order.id) ?? others.length < FOLDED_FROM, on: { toggle: remember } },
    createElement('summary', { class: 'button plain', 'data-key': 'order-others' }, translate('order.others', { count: others.reduce((sum, { quantity }) => sum + quantity, 0) })),
    byPerson.map((lines) => createElement('div', { class: 'order-person' }, createElement('h3', { dir: 'auto' }, lines[0].person.name), renderLines(context, lines))));
}

/** Renders what was taken off on this page and can be put back; null if nothing was. */
export function renderStruckLines(context) {
  const present = new Set(context.order.lines.map(({ id }) => id));
  const lines = [...struckLines.values()].filter(({ order, line, at }) => order === context.order.id && Date.now() - at < RESTORABLE_MS && !present.has(line.id));
  if (lines.length === 0 || !(canPick(context.outing, context.order) || canAmend(context.outing, context.order))) return null;
  return createElement('ul', { class: 'order-lines' }, lines.map(({ line }) => createElement('li', { class: 'order-line' },
    createElement('del', { class: 'row-body', dir: 'auto' }, formatDish(line)),
    createButton(translate('order.restore'), () => restore(context, line), { variant: 'plain', key: `restore-${line.id}` }))));
}

export function formatDish({ quantity, name }) {
  return quantity > 1 ? translate('order.dishes', { count: quantity, name }) : name;
}

function renderLines(context, lines, describe = () => null) {
  return createElement('ul', { class: 'order-lines' }, lines.map((line) => renderLine(context, line, describe(line))));
}

function renderLine(context, line, remark) {
  const { outing, order, attendees } = context;
  const canEdit = canAmend(outing, order) || (line.own && canPick(outing, order));
  const dish = formatDish(line);
  return createElement('li', { class: 'order-line' },
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'row-title', dir: 'auto' }, dish),
      createFactLine([
        line.totalMinor === null ? translate('order.noPrice') : createElement('b', { class: 'order-price' }, formatAmount(line.totalMinor, order.currency)),
        line.currentUnitMinor === undefined ? null : translate('order.priceNow', { amount: formatAmount(line.currentUnitMinor * line.quantity, order.currency) }),
        line.options, line.visitor ? translate('order.for', { name: line.visitor }) : null, remark, describeSharers(line), describeSetBy(line),
        line.amended ? translate('order.amended') : null,
        line.gone ? createElement('b', {}, translate('order.goneDish')) : null,
      ]),
      line.note ? createElement('span', { class: 'secondary', dir: 'auto' }, `“${line.note}”`) : null,
      line.tellsKitchen ? createElement('span', { class: 'secondary' }, translate('order.kitchen', { text: line.tellsKitchen })) : null),
    canEdit ? createElement('span', { class: 'order-line-actions' },
      createButton('', () => openOrderLineForm(outing, order, attendees, line), { variant: 'plain round', icon: 'pencil', key: `edit-${line.id}`, label: translate('order.editDish', { name: dish }) }),
      createButton('', () => strike(context, line), { variant: 'plain round', icon: 'cross', key: `strike-${line.id}`, label: translate('order.strike', { name: dish }) })) : null);
}

function describeSharers({ sharers, person }) {
  const others = sharers.map((one) => one.person).filter(({ id }) => id !== person.id && id !== getViewer()?.id).map(({ name }) => name);
  return others.length > 0 ? translate('order.sharedWith', { names: formatList(others) }) : null;
}

function describeSetBy({ setBy, person }) {
  if (!setBy || setBy.id === person.id) return null;
  return setBy.id === getViewer()?.id ? translate('order.setByYou') : translate('order.setBy', { name: setBy.name });
}

async function strike({ outing, order }, line) {
  const isDone = await tryAction(() => remove(`${getOrderPath(outing.id)}/lines/${line.id}`, getVersionTag(line)));
  if (isDone) {
    struckLines.set(line.id, { order: order.id, line, at: Date.now() });
    showToast(translate('order.struck', { name: line.name }), { label: translate('action.undo'), act: () => restore({ outing }, line) });
  }
  await refreshScreen();
}

function restore({ outing }, line) {
  return runAndRefresh(async () => {
    await post(`${getOrderPath(outing.id)}/lines/${line.id}/restore`);
    struckLines.delete(line.id);
  });
}

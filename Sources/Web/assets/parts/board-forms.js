/** The dialogs of the board: an exact time, the reason of a refusal, a message to the group, and the dishes that can be taken off the menu. */
import { post } from '../api.js';
import { getEndOfDay, getNextTime } from '../board-model.js';
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { getName, listItems, searchMenu } from '../menu-model.js';
import { formatDateTimeInSentence, formatTime, toWallTime } from '../time.js';
import { createButton } from './controls.js';
import { openFormDialog, show } from './dialog.js';
import { createField } from './form.js';
import { showToast } from './toast.js';

const REASON_LENGTH = 500; // the server's limits
const MESSAGE_LENGTH = 2000;
const REASONS = { reject: ['busy', 'soldOut', 'closed', 'time'], cancel: ['soldOut', 'failure', 'closed'] };

/** Asks for the time for which an order is promised. An order that is new can be accepted without one. */
export function openPromiseForm(order, promise) {
  const isNew = order.state === 'placed';
  const known = order.promisedAt ?? order.dueAt;
  const at = known ? Date.parse(known) : null;
  const from = Math.max(Date.now(), at === null ? 0 : at - 12 * 3_600_000); // the time typed is the one nearest to what is known
  openFormDialog({
    title: translate(isNew ? 'board.acceptTitle' : 'board.do.promise', { number: order.number }),
    text: translate(isNew ? 'board.acceptText' : 'board.promiseText'),
    fields: [createField({ name: 'time', label: translate('board.time'), type: 'time', value: at > Date.now() ? toWallTime(known, order.timeZone).time : '', required: !isNew })],
    yes: translate(isNew ? 'board.do.accept' : 'board.do.promise'),
    act: async ({ time }) => promise(time ? getNextTime(time, order.timeZone, from) : null),
  });
}

/**
 * Asks for the reason of a refusal, in words of the venue's own or ready ones.
 *
 * @param {'reject' | 'cancel'} kind
 */
export function openReasonForm(kind, order, act) {
  const field = createField({ name: 'reason', label: translate('board.reason'), control: 'textarea', rows: 2, maxlength: REASON_LENGTH, required: true });
  const choose = (text) => {
    const input = field.querySelector('textarea');
    input.value = text;
    input.focus();
  };
  openFormDialog({
    title: translate(`board.${kind}Title`, { number: order.number }),
    text: translate(`board.${kind}Text`),
    fields: [
      createElement('div', { class: 'board-reasons', role: 'group', 'aria-label': translate('board.reasons') },
        REASONS[kind].map((name) => translate(`board.because.${name}`)).map((text) => createButton(text, () => choose(text)))),
      field,
    ],
    yes: translate(`board.do.${kind}`),
    act: async ({ reason }) => act(reason),
  });
}

/** Asks for a message to the group of an order. It is sent at once, because it may be too late for the group after a while without a network. */
export function openMessageForm(venue, { id, number }) {
  openFormDialog({
    title: translate('board.messageTitle', { number }),
    text: translate('board.messageText'),
    fields: [createField({ name: 'text', label: translate('board.message'), control: 'textarea', rows: 3, maxlength: MESSAGE_LENGTH, required: true })],
    yes: translate('board.do.message'),
    act: async ({ text }) => {
      await post(`/v1/venues/${venue}/orders/${id}/messages`, { text });
      showToast(translate('board.messageSent', { number }));
    },
  });
}

/** Asks for how long a dish is off the menu. Each button acts at once. */
export function openAvailabilityForm(item, isOff, zone, set) {
  const end = getEndOfDay(zone, Date.now());
  openSheet(item.name, (close) => {
    const choice = (text, icon, state, until = null) => createButton(text, () => {
      close();
      set(state, until);
    }, { icon, variant: 'large' });
    const openTimeForm = () => {
      close();
      openFormDialog({
        title: item.name,
        fields: [createField({ name: 'time', label: translate('board.offUntil'), type: 'time', required: true })],
        yes: translate('board.takeOff'),
        act: async ({ time }) => set('off', getNextTime(time, zone, Date.now())),
      });
    };
    return [
      createElement('p', { class: 'secondary' }, translate(isOff ? 'board.isOff' : 'board.offText')),
      createElement('div', { class: 'board-choices' },
        isOff ? choice(translate('board.on'), 'check', 'on') : null,
        choice(translate('board.offToday', { moment: formatDateTimeInSentence(end, zone) }), 'cross', 'off', end),
        createButton(translate('board.offUntilTime'), openTimeForm, { icon: 'clock', variant: 'large' }),
        choice(translate('board.offForGood'), 'lock', 'off')),
    ];
  });
}

/**
 * Lists the dishes of the menu, to take them off or put them on again.
 *
 * @param {{ menu: any, off: Set<string> }} known `menu` is null if the venue has published none
 */
export function openDishList({ menu, off }, open) {
  openSheet(translate('board.dishes'), (close) => {
    if (!menu) return createElement('p', { class: 'secondary' }, translate('board.noMenu'));
    const list = createElement('ul', { class: 'group menu-items board-dishes' });
    const search = createElement('input', { class: 'input', id: 'board-search', type: 'search', autocomplete: 'off', on: { input: () => draw() } });
    const draw = () => list.replaceChildren(...searchMenu(menu, search.value).flatMap(({ items }) => items).map((item) => createElement('li', {},
      createElement('button', { type: 'button', class: 'menu-item', on: { click: () => {
        close();
        open({ key: item.key, name: getName(item) });
      } } },
      createElement('span', { class: 'row-title', dir: 'auto' }, getName(item)),
      off.has(item.key) ? createElement('span', { class: 'state no' }, createIcon('cross'), translate('board.off')) : createElement('span', { class: 'state yes' }, createIcon('check'), translate('board.onMenu'))))));
    draw();
    return [createElement('div', { class: 'field', role: 'search' }, createElement('label', { for: 'board-search' }, translate('dishMenu.search')), search), list];
  });
}

/**
 * Lists what was done last, to bring it back.
 *
 * @param {{ order: any, station: string | null, at: string }[]} recalls
 * @param {(key: string) => string} nameStation
 */
export function openRecallList(recalls, zone, nameStation, recall) {
  openSheet(translate('board.recallTitle'), (close) => (recalls.length === 0 ? createElement('p', { class: 'secondary' }, translate('board.recallNone')) : [
    createElement('p', { class: 'secondary' }, translate('board.recallText')),
    createElement('div', { class: 'board-choices' }, recalls.map(({ order, station, at }) => {
      const moment = formatTime(at, zone);
      const what = station ? translate('board.recallOf', { station: nameStation(station), moment }) : translate('board.recallAll', { moment });
      return createButton(`${translate('board.number', { number: order.number })} · ${what}`, () => {
        close();
        recall(order, station);
      }, { icon: 'history', variant: 'large' });
    }))]));
}

/** Returns the item of the menu with the name of a dish, or null. */
export function findItem(menu, name) {
  const item = menu ? listItems(menu).find((one) => one.name === name || Object.values(one.names ?? {}).includes(name)) : null;
  return item ? { key: item.key, name: getName(item) } : null;
}

/** Opens a dialog whose own buttons close it. */
function openSheet(title, render) {
  const dialog = createElement('dialog', { class: 'sheet', 'aria-labelledby': 'dialog-title' });
  const close = () => dialog.close();
  dialog.append(createElement('div', { class: 'form' }, createElement('h2', { id: 'dialog-title', dir: 'auto' }, title), render(close),
    createElement('div', { class: 'actions' }, createButton(translate('action.close'), close, { variant: 'plain' }))));
  show(dialog);
}

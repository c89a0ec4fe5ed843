/** The dialogs in which a host opens an order, and changes its times, limit and coordinator. */
import { patch, post, Problem } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmountForField, guessCurrency, listCurrencies } from '../money.js';
import { fetchOrder, getOrderPath, getVersionTag, isPlacedLater } from '../order-model.js';
import { getPlaceName } from '../outing-model.js';
import { refreshScreen } from '../page.js';
import { addMinutes, toWallTime } from '../time.js';
import { formatName } from './attendees.js';
import { openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { createFieldPatcher } from './patch-fields.js';
import { showToast } from './toast.js';

const USUAL_DEADLINE_MINUTES = 120; // before the outing starts

/** Opens the dialog for a new order. */
export function openNewOrderForm(outing, attendees, former) {
  const place = getPlaceName(outing);
  const values = { currency: guessCurrency(outing.timeZone), closesAt: suggestDeadline(outing), dueAt: '', limitPerHead: '', fulfilment: 'dine_in', address: '', note: '', coordinatorId: outing.host.id, linesVisible: 'yes', atDeadline: 'lock' };
  openFormDialog({
    title: translate('order.start'),
    text: translate('order.startText'),
    fields: [
      place ? null : createField({ name: 'place', label: translate('field.place'), required: true, maxlength: 400, autocomplete: 'off' }),
      createSettingsFields(values, attendees, createField({ name: 'currency', label: translate('order.currency'), control: 'select', options: createOptions(listCurrencies(values.currency), values.currency) })),
      former?.portions > 0 ? createField({
        name: 'repeats', label: translate('order.repeats'), hint: translate('order.repeatsHint'), control: 'select', options: createOptions([['', translate('poll.no')], ['yes', translate('poll.yes')]], ''),
      }) : null,
    ],
    draft: `order-${outing.id}`,
    yes: translate('order.startYes'),
    act: async (typed) => {
      const body = { ...toBody(readSettings(typed)), currency: typed.currency, ...(typed.place ? { place: typed.place } : {}), ...(typed.repeats ? { repeats: true } : {}) };
      await post(getOrderPath(outing.id), Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)));
      showToast(translate('order.started'));
      refreshScreen();
    },
  });
}

/** Opens the dialog for the settings of an order. */
export function openOrderSettings(outing, attendees, order) {
  const toOwnValues = (one) => toValues(one, outing);
  const save = createFieldPatcher(order, {
    toValues: toOwnValues,
    send: (changed, base) => patch(getOrderPath(outing.id), toBody(changed), getVersionTag(base)),
    fetchCurrent: () => fetchOrder(outing.id),
  });
  openFormDialog({
    title: translate('order.do.settings'),
    fields: createSettingsFields(toOwnValues(order), attendees, null, order.state === 'open', order.state === 'open' || isPlacedLater(order)),
    draft: `order-settings-${order.id}`,
    yes: translate('action.save'),
    act: async (typed) => {
      await save(readSettings(typed));
      refreshScreen();
    },
  });
}

function createSettingsFields(values, attendees, currency, hasDeadline = true, hasAction = hasDeadline) {
  const people = attendees.filter(({ status, person, isUnnamed }) => (status !== 'declined' && !isUnnamed) || person.id === values.coordinatorId);
  return [
    hasDeadline ? createMomentFields('closesAt', translate('order.closesAt'), values.closesAt) : null,
    createElement('div', { class: 'two-columns' },
      createField({ name: 'limitPerHead', label: translate('order.limitField'), hint: translate('order.limitHint'), value: values.limitPerHead, inputmode: 'decimal', maxlength: 40, autocomplete: 'off' }),
      currency),
    createField({ name: 'coordinatorId', label: translate('order.coordinator'), control: 'select', options: createOptions(people.map(({ person }) => [person.id, formatName(person)]), values.coordinatorId) }),
    createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('order.moreSettings')), createElement('div', { class: 'form' },
      createMomentFields('dueAt', translate('order.dueAt'), values.dueAt),
      createField({ name: 'fulfilment', label: translate('order.fulfilment'), control: 'select', options: createOptions(['dine_in', 'pick_up', 'delivery'].map((how) => [how, translate(`order.how.${how}`)]), values.fulfilment) }),
      createField({ name: 'address', label: translate('order.address'), value: values.address, maxlength: 400, autocomplete: 'street-address' }),
      createField({ name: 'note', label: translate('order.placeNote'), control: 'textarea', rows: 2, value: values.note, maxlength: 1000 }),
      createField({ name: 'linesVisible', label: translate('order.linesVisible'), control: 'select', options: createOptions([['yes', translate('poll.yes')], ['no', translate('poll.no')]], values.linesVisible) }),
      hasAction ? createField({ name: 'atDeadline', label: translate('order.atDeadline'), control: 'select', options: createOptions([['lock', translate('order.atDeadlineLock')], ['place', translate('order.atDeadlinePlace')], ...(hasDeadline ? [['remind', translate('order.atDeadlineRemind')]] : [])], values.atDeadline) }) : null)),
  ];
}

/** Creates the fields for a day and a time. {@link readMoment} reads them. */
export function createMomentFields(name, legend, wallTime, required = false) {
  const [date, time] = wallTime ? wallTime.split('T') : ['', ''];
  return createElement('fieldset', { class: 'two-columns', 'data-field': name },
    createElement('legend', { class: 'label' }, legend),
    createField({ name: `${name}Date`, label: translate('field.day'), type: 'date', value: date, required }),
    createField({ name: `${name}Time`, label: translate('field.time'), type: 'time', value: time, required }));
}

/** Returns a wall time such as `2027-03-11T12:30`; null if both fields are empty, undefined if there are none. */
export function readMoment(name, { [`${name}Date`]: date, [`${name}Time`]: time }) {
  if (date === undefined) return undefined;
  if (Boolean(date) !== Boolean(time)) {
    const detail = translate(date ? 'form.timeMissing' : 'form.dayMissing');
    throw new Problem({ errors: [{ pointer: `/${name}${date ? 'Time' : 'Date'}`, detail }], detail });
  }
  return date ? `${date}T${time}` : null;
}

/** Returns what the form has, in the shape of {@link toValues}. */
function readSettings(typed) {
  const { limitPerHead, coordinatorId, fulfilment, address, note, linesVisible, atDeadline } = typed;
  const closesAt = readMoment('closesAt', typed);
  return { dueAt: readMoment('dueAt', typed) ?? '', limitPerHead, coordinatorId, fulfilment, address, note, linesVisible, ...(atDeadline === undefined ? {} : { atDeadline }), ...(closesAt === undefined ? {} : { closesAt: closesAt ?? '' }) };
}

/** The time when the food is due is empty if it is the outing's start. */
function toValues(order, outing) {
  const isAtStart = order.dueAt === null || Date.parse(order.dueAt) === Date.parse(outing.startsAt);
  return {
    closesAt: toMoment(order.closesAt, order), dueAt: isAtStart ? '' : toMoment(order.dueAt, order), limitPerHead: formatAmountForField(order.limitPerHeadMinor, order.currency), coordinatorId: order.coordinator.id,
    fulfilment: order.fulfilment, address: order.address ?? '', note: order.note ?? '', linesVisible: order.linesVisible ? 'yes' : 'no', atDeadline: order.atDeadline,
  };
}

function toMoment(instant, { timeZone }) {
  if (!instant) return '';
  const { date, time } = toWallTime(instant, timeZone);
  return `${date}T${time}`;
}

function toBody({ linesVisible, ...rest }) {
  const body = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value || null]));
  return linesVisible === undefined ? body : { ...body, linesVisible: linesVisible === 'yes' };
}

/** Suggests two hours before the outing starts, unless that is over. */
function suggestDeadline({ startsAt, timeZone }) {
  if (!startsAt) return '';
  const { date, time } = toWallTime(startsAt, timeZone);
  const wallTime = addMinutes(`${date}T${time}`, -USUAL_DEADLINE_MINUTES);
  return Date.parse(startsAt) - USUAL_DEADLINE_MINUTES * 60_000 > Date.now() ? wallTime : '';
}

/** The order that each date of a series opens, and whether the viewer's dishes of the last time are ordered again. */
import { put, remove } from '../api.js';
import { createElement } from '../dom.js';
import { getSentenceSpace, region, translate } from '../localization.js';
import { formatAmount, formatAmountForField, guessCurrency, listCurrencies } from '../money.js';
import { refreshScreen } from '../page.js';
import { createButton, createButtonLink } from './controls.js';
import { confirmAction, openFormDialog } from './dialog.js';
import { createField, createOptions } from './form.js';
import { showToast } from './toast.js';

const DEADLINES = [30, 60, 120, 180, 360, 720, 1_440, 2_880]; // minutes before the start
const HOUR = 60;
const DAY = 1_440;

/**
 * Renders the section.
 *
 * @param {any} series
 * @param {{ order: any, repeats: boolean }} settings
 * @param {boolean} isHost
 */
export function renderSeriesOrder(series, settings, isHost) {
  if (series.endedAt && !isHost) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'series-order' },
    createElement('h2', { id: 'series-order' }, translate('seriesOrder.title')),
    settings.order ? describeOrder(settings.order).map((text) => createElement('p', { class: 'secondary', dir: 'auto' }, text))
      : createElement('p', { class: 'secondary' }, translate('seriesOrder.none')),
    isHost ? renderHostActions(series, settings.order) : null,
    series.endedAt ? null : renderStanding(series, settings.repeats));
}

function describeOrder(order) {
  return [
    translate('seriesOrder.each'), translate('seriesOrder.closes', { duration: formatDuration(order.closesBefore) }),
    order.limitPerHeadMinor === null ? null : translate('seriesOrder.budget', { amount: formatAmount(order.limitPerHeadMinor, order.currency) }),
    translate(order.rotates ? 'seriesOrder.rotates' : 'seriesOrder.hostRuns'),
    order.fulfilment === 'dine_in' ? null : translate(`order.how.${order.fulfilment}`), order.address, order.note,
  ].filter(Boolean);
}

/** Writes minutes as "2 hours". */
function formatDuration(minutes) {
  const [value, unit] = minutes % DAY === 0 && minutes > 0 ? [minutes / DAY, 'day'] : minutes % HOUR === 0 && minutes > 0 ? [minutes / HOUR, 'hour'] : [minutes, 'minute'];
  return new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

function renderHostActions(series, order) {
  const stop = () => confirmAction({ title: 'seriesOrder.stop', text: 'seriesOrder.stopText', yes: 'seriesOrder.stop', done: 'seriesOrder.stopped', isDanger: true }, {},
    () => remove(`/v1/series/${series.id}/order`));
  return createElement('p', { class: 'actions' },
    series.endedAt ? null : createButton(translate(order ? 'seriesOrder.change' : 'seriesOrder.set'), () => openOrderForm(series, order), { variant: order ? '' : 'primary', key: 'series-order' }),
    order ? createButton(translate('seriesOrder.stop'), stop, { variant: 'plain', key: 'series-order-stop' }) : null,
    createButtonLink(translate('seriesOrder.receipts'), `/series/${series.id}/receipts`, { variant: 'plain', icon: 'receipt', key: 'receipts' }));
}

function openOrderForm(series, order) {
  const currency = order?.currency ?? guessCurrency(series.timeZone);
  const closesBefore = order?.closesBefore ?? 2 * HOUR;
  const deadlines = [...new Set([...DEADLINES, closesBefore])].sort((one, other) => one - other);
  openFormDialog({
    title: translate('seriesOrder.set'),
    text: translate('seriesOrder.each'),
    fields: [
      createField({ name: 'closesBefore', label: translate('seriesOrder.closesField'), control: 'select',
        options: createOptions(deadlines.map((minutes) => [String(minutes), translate('seriesOrder.before', { duration: formatDuration(minutes) })]), String(closesBefore)) }),
      createElement('div', { class: 'two-columns' },
        createField({ name: 'limitPerHead', label: translate('seriesOrder.budgetField'), hint: translate('seriesOrder.budgetHint'), value: formatAmountForField(order?.limitPerHeadMinor, currency), inputmode: 'decimal', maxlength: 40, autocomplete: 'off' }),
        createField({ name: 'currency', label: translate('order.currency'), control: 'select', options: createOptions(listCurrencies(currency), currency) })),
      createField({ name: 'rotates', label: translate('seriesOrder.runs'), control: 'select', options: createOptions([['', translate('seriesOrder.host')], ['yes', translate('seriesOrder.turns')]], order?.rotates ? 'yes' : '') }),
      createElement('details', { class: 'more-fields' }, createElement('summary', { class: 'button plain' }, translate('order.moreSettings')), createElement('div', { class: 'form' },
        createField({ name: 'fulfilment', label: translate('order.fulfilment'), control: 'select', options: createOptions(['dine_in', 'pick_up', 'delivery'].map((how) => [how, translate(`order.how.${how}`)]), order?.fulfilment ?? 'dine_in') }),
        createField({ name: 'address', label: translate('order.address'), value: order?.address ?? '', maxlength: 400, autocomplete: 'street-address' }),
        createField({ name: 'note', label: translate('order.placeNote'), control: 'textarea', rows: 2, value: order?.note ?? '', maxlength: 1000 }),
        createField({ name: 'linesVisible', label: translate('order.linesVisible'), control: 'select', options: createOptions([['yes', translate('poll.yes')], ['no', translate('poll.no')]], order?.linesVisible === false ? 'no' : 'yes') }))),
    ],
    draft: `series-order-${series.id}`,
    yes: translate('action.save'),
    act: async ({ closesBefore: minutes, limitPerHead, address, note, rotates, linesVisible, ...rest }) => {
      await put(`/v1/series/${series.id}/order`, {
        ...rest, closesBefore: Number(minutes), rotates: rotates === 'yes', linesVisible: linesVisible === 'yes',
        ...Object.fromEntries(Object.entries({ limitPerHead, address, note }).filter(([, value]) => value)),
      });
      showToast(translate('seriesOrder.saved'));
      refreshScreen();
    },
  });
}

function renderStanding(series, repeats) {
  const set = async () => {
    await put(`/v1/series/${series.id}/order/standing`, { repeats: !repeats });
    showToast(translate(repeats ? 'seriesOrder.standingStopped' : 'seriesOrder.standingStarted'));
    refreshScreen();
  };
  return createElement('div', { class: 'standing-order', role: 'group', 'aria-labelledby': 'standing-order' },
    createElement('h3', { id: 'standing-order' }, translate('seriesOrder.standing')),
    createElement('p', { class: 'secondary' }, repeats ? translate('seriesOrder.standingOn') : null, getSentenceSpace(), translate('seriesOrder.standingText')),
    createElement('p', { class: 'actions' },
      createButton(translate(repeats ? 'seriesOrder.standingStop' : 'seriesOrder.standingStart'), set, { variant: repeats ? 'plain' : '', key: 'standing-order' })));
}

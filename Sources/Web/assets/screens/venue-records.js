/** What a venue has sold, for its owners: charts with their tables and files, and the sales one by one. Everyone there enters sales. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { getSentenceSpace, region, translate } from '../localization.js';
import { formatAmount, guessCurrency } from '../money.js';
import { navigate } from '../page.js';
import { addDays, localTimeZone, toWallTime } from '../time.js';
import { createButtonLink } from '../parts/controls.js';
import { createField, createForm, createOptions } from '../parts/form.js';
import { fetchPublishedMenu } from '../parts/published-menu.js';
import { renderSaleForm } from '../parts/sale-form.js';
import { renderSalesChart } from '../parts/sales-chart.js';
import { renderSalesList } from '../parts/sales-list.js';
import { loadStyleSheet } from '../parts/style-sheet.js';
import { renderVenueHeader } from '../parts/venue-header.js';
import { renderStockReport, renderTimesReport } from '../parts/venue-reports.js';

const GROUPINGS = ['day', 'hour', 'weekday', 'category', 'dish'];
const PERIODS = [['today', 0], ['week', 6], ['month', 29]];
const DAY_STARTS_AT_MS = 4 * 3_600_000;

export default async function loadVenueRecordsScreen({ parameters: { id }, query, signal }) {
  const path = `/v1/venues/${id}`;
  const parameters = new URLSearchParams(['from', 'to', 'by'].filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
  const period = new URLSearchParams(parameters);
  period.delete('by');
  const content = createElement('div', { class: 'narrow section-stack' });
  const fetchAll = async (options) => {
    const venue = await get(path, options);
    if (venue.state !== 'verified') return { venue };
    const isOwner = venue.role === 'owner';
    const owned = async (address) => (isOwner ? get(`${path}/${address}`, options) : null);
    const [menu, summary, stock, times, sales] = await Promise.all([
      fetchPublishedMenu(id, options), owned(`records/sales?${parameters}`), owned(`records/stock?${period}`), owned(`records/times?${period}`), owned('sales'),
    ]);
    return { venue, menu, summary, stock, times, sales };
  };
  let saleForm = null; // the same until its sale is saved, so that a refresh keeps what was typed
  const draw = ({ venue, menu, summary, stock, times, sales }) => redraw(content, renderVenueHeader(venue, '/records'),
    venue.state === 'verified' ? [
      summary ? renderReport(path, venue, summary, parameters) : null,
      saleForm ??= renderSaleForm(path, menu, menu?.currency ?? guessCurrency(venue.timeZone), () => { saleForm = null; }),
      stock ? renderStockReport(path, stock, menu) : null,
      times ? renderTimesReport(path, times) : null,
      sales ? renderSalesList(path, sales, venue.timeZone ?? localTimeZone) : null,
    ] : createElement('p', { class: 'secondary' }, translate('sales.later')));
  const [read] = await Promise.all([fetchAll({ signal }), loadStyleSheet('/assets/sales.css').catch(() => {})]);
  draw(read);
  return { title: translate('venue.sales'), content, concerns: () => false, refresh: async () => draw(await fetchAll()) };
}

function renderReport(path, venue, summary, parameters) {
  const address = `/venues/${venue.id}/records`;
  const today = toWallTime(Date.now() - DAY_STARTS_AT_MS, venue.timeZone ?? localTimeZone).date;
  const chosen = new URLSearchParams({ from: summary.from, to: summary.to, by: summary.by });
  return createElement('section', { class: 'section', 'aria-labelledby': 'report' },
    createElement('h2', { id: 'report' }, translate('venue.sales')),
    createElement('p', { class: 'secondary' }, translate('sales.dayEnds'), getSentenceSpace(), translate('sales.notTill')),
    createElement('p', { class: 'actions' }, PERIODS.map(([name, days]) =>
      createButtonLink(translate(`sales.${name}`), `${address}?${new URLSearchParams({ from: addDays(today, -days), to: today, by: days === 0 ? 'hour' : 'day' })}`, { variant: 'plain', key: name }))),
    createForm({ class: 'sales-period', label: translate('sales.show'), send: async (values) => showPeriod(path, address, values) },
      createField({ name: 'from', label: translate('sales.from'), type: 'date', value: summary.from, required: true }),
      createField({ name: 'to', label: translate('sales.to'), type: 'date', value: summary.to, required: true }),
      createField({ name: 'by', label: translate('sales.by'), control: 'select', options: createOptions(GROUPINGS.map((one) => [one, translate(`sales.grouping.${one}`)]), summary.by) }),
      createElement('button', { class: 'button', type: 'submit' }, translate('sales.show'))),
    summary.currencies.length === 0 ? createElement('p', { class: 'secondary spaced' }, translate('sales.none')) : null,
    summary.currencies.map((one) => [renderTotals(one), renderSalesChart(summary, one)]),
    createElement('p', { class: 'actions' },
      renderDownload(`${path}/records/sales?${chosen}&format=csv`, 'sales.csv'),
      renderDownload(`${path}/records/lines?from=${summary.from}&to=${summary.to}`, 'sales.lines')));
}

/** Shows another period. One that the server refuses leaves the form as it is. */
async function showPeriod(path, address, values) {
  const chosen = new URLSearchParams(values);
  await get(`${path}/records/sales?${chosen}`);
  navigate(`${address}?${chosen}`);
}

/** A link to a file of the API, which the browser stores. */
const renderDownload = (address, key) => createElement('a', { class: 'button plain', href: address, download: true }, translate(key));

const formatPercent = (percent) => new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 4 }).format(Number(percent) / 100);

function renderTotals({ currency, total, taxes }) {
  const write = (minor) => createElement('bdi', {}, formatAmount(minor, currency));
  const facts = [['total', total.totalMinor], ['net', total.netMinor], ['tax', total.taxMinor], ['tips', total.tipMinor]];
  return [
    createElement('dl', { class: 'sales-totals' }, facts.map(([name, minor]) => createElement('div', {}, createElement('dt', {}, translate(`sales.${name}`)), createElement('dd', {}, write(minor))))),
    taxes.length === 0 ? null : createElement('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': translate('sales.taxes') },
      createElement('table', { class: 'sales-table' },
        createElement('thead', {}, createElement('tr', {}, ['rate', 'net', 'tax'].map((name) => createElement('th', { scope: 'col' }, translate(`sales.${name}`))))),
        createElement('tbody', {}, taxes.map(({ percent, netMinor, taxMinor }) => createElement('tr', {},
          createElement('th', { scope: 'row' }, percent === null ? translate('sales.noRate') : createElement('bdi', {}, formatPercent(percent))),
          createElement('td', {}, write(netMinor)), createElement('td', {}, write(taxMinor)))))))
  ];
}

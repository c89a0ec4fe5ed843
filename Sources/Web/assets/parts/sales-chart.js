/** Sums of a venue's sales as a chart, with the table of its numbers. */
import { createElement, createSVGElement } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { formatKey, listRows, TIMELY } from '../sales-model.js';
import { renderBar } from './venue-reports.js';

const HEIGHT = 100;
const COLUMN = 10;
const GAP = 2;

/** Renders the rows of one currency. The table shows what the chart does, in numbers. */
export function renderSalesChart(summary, { currency, rows, total }) {
  const all = listRows(summary, rows);
  return TIMELY.includes(summary.by)
    ? createElement('figure', { class: 'sales-chart' }, renderColumns(summary, currency, all, total),
      createElement('details', { class: 'disclosure' }, createElement('summary', { class: 'button plain' }, translate('sales.table')), renderTable(summary, currency, all.filter(isSold), total)))
    : createElement('figure', { class: 'sales-chart' }, renderTable(summary, currency, all, total, true));
}

const isSold = ({ quantity, totalMinor }) => quantity > 0 || totalMinor > 0;

/** One column for each row, from zero to the highest. */
function renderColumns(summary, currency, rows, total) {
  const most = rows.reduce((highest, row) => (row.totalMinor > highest.totalMinor ? row : highest));
  const labels = [...new Set([rows[0], rows[Math.floor((rows.length - 1) / 2)], rows.at(-1)])];
  const write = (minor) => formatAmount(minor, currency);
  const label = translate('sales.chart', {
    total: write(total.totalMinor), from: formatKey(summary.by, rows[0]), to: formatKey(summary.by, rows.at(-1)), most: write(most.totalMinor), key: formatKey(summary.by, most),
  });
  return createElement('div', { class: 'sales-columns' },
    createElement('p', { class: 'fine-print', 'aria-hidden': 'true' }, createElement('bdi', {}, write(most.totalMinor))),
    createSVGElement('svg', { viewBox: `0 0 ${rows.length * COLUMN} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      rows.map((row, at) => {
        const height = most.totalMinor > 0 ? Math.max(0, (row.totalMinor / most.totalMinor) * HEIGHT) : 0;
        return createSVGElement('rect', { x: at * COLUMN + GAP / 2, y: HEIGHT - height, width: COLUMN - GAP, height },
          createSVGElement('title', {}, translate('sales.bar', { key: formatKey(summary.by, row), amount: write(row.totalMinor) })));
      })),
    createElement('p', { class: 'sales-axis fine-print', 'aria-hidden': 'true' }, labels.map((row) => createElement('span', {}, formatKey(summary.by, row)))));
}

function renderTable(summary, currency, rows, total, hasBars = false) {
  const write = (minor) => formatAmount(minor, currency);
  const most = Math.max(1, ...rows.map(({ totalMinor }) => totalMinor));
  const counts = TIMELY.includes(summary.by);
  const cells = (row) => [counts ? formatNumber(row.sales) : null, formatNumber(row.quantity), write(row.netMinor), write(row.taxMinor), counts ? write(row.tipMinor) : null, write(row.totalMinor)]
    .filter((text) => text !== null).map((text) => createElement('td', {}, createElement('bdi', {}, text)));
  const heads = [counts ? 'count' : null, 'portions', 'net', 'tax', counts ? 'tips' : null, 'total'].filter(Boolean);
  return createElement('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': translate(`sales.grouping.${summary.by}`) },
    createElement('table', { class: 'sales-table' },
      createElement('thead', {}, createElement('tr', {}, createElement('th', { scope: 'col' }, translate(`sales.grouping.${summary.by}`)), heads.map((head) => createElement('th', { scope: 'col' }, translate(`sales.${head}`))))),
      createElement('tbody', {}, rows.map((row) => createElement('tr', {},
        createElement('th', { scope: 'row' }, createElement('bdi', {}, formatKey(summary.by, row)), hasBars ? renderBar(row.totalMinor / most) : null), cells(row)))),
      counts ? createElement('tfoot', {}, createElement('tr', {}, createElement('th', { scope: 'row' }, translate('sales.total')), cells(total))) : null));
}

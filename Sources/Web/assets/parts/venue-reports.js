/** Reports of a venue beside its sales: the stock against the counts, and how long orders took. */
import { createElement, createSVGElement } from '../dom.js';
import { formatNumber, region, translate } from '../localization.js';
import { getName, listItems } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { formatDate } from '../time.js';

const HALF = 50; // the width of a bar on one side of zero

/** Renders what should be there, what was counted, and the difference; nothing for a venue that counts nothing. */
export function renderStockReport(path, { from, to, currency, rows, differenceMinor }, menu) {
  if (rows.length === 0) return null;
  const names = new Map(menu ? listItems(menu).map((item) => [item.key, getName(item)]) : []);
  const most = Math.max(1, ...rows.map(({ differenceMinor: minor, difference }) => Math.abs(minor ?? difference)));
  const write = (minor) => (minor === null ? '' : formatAmount(minor, currency));
  const translateLevel = (name) => translate(`sales.levels.${name}`);
  const head = createHead(translateLevel, ['opening', 'received', 'corrected', 'sold', 'wasted', 'expected', 'counted', 'difference', 'value'], translate('sales.grouping.dish'));
  const body = rows.map((row) => createElement('tr', {},
    createElement('th', { scope: 'row' }, createElement('bdi', {}, names.get(row.item) ?? row.name ?? row.item), row.everyDay ? null : createElement('span', { class: 'fine-print' }, ' ', translate('sales.levels.singleDays')),
      row.counted === null ? null : renderDifference((row.differenceMinor ?? row.difference) / most)),
    ['opening', 'received', 'corrected', 'sold', 'wasted', 'expected'].map((name) => createCell(formatNumber(row[name]))),
    createCell(row.counted === null ? translate('sales.levels.notCounted') : formatNumber(row.counted)),
    createCell(row.counted === null ? '' : formatSigned(row.difference)), createCell(row.counted === null ? '' : write(row.differenceMinor))));
  return renderReport('stock-report', translateLevel, `${path}/records/stock?${new URLSearchParams({ from, to, format: 'csv' })}`, head, body,
    currency && rows.some(({ counted }) => counted !== null)
      ? createElement('tr', {}, createElement('th', { scope: 'row', colspan: 9 }, translate('sales.total')), createCell(write(differenceMinor))) : null);
}

/** Renders how long orders took; nothing for a period without orders. */
export function renderTimesReport(path, { from, to, days, total }) {
  if (days.length === 0) return null;
  const cells = (row) => [formatNumber(row.orders), ...[row.answerSeconds, row.readySeconds, row.slowReadySeconds].map(formatMinutes),
    row.promised === 0 ? '' : translate('sales.times.part', { count: row.onTime, total: row.promised })].map(createCell);
  const translateTime = (name) => translate(`sales.times.${name}`);
  const head = createHead(translateTime, ['orders', 'answer', 'ready', 'slow', 'onTime'], translate('sales.grouping.day'));
  const slowest = Math.max(1, ...days.map(({ readySeconds }) => readySeconds ?? 0));
  const body = days.map((row) => createElement('tr', {}, createElement('th', { scope: 'row' }, formatDate(row.day), renderBar((row.readySeconds ?? 0) / slowest)), cells(row)));
  return renderReport('times-report', translateTime, `${path}/records/times?${new URLSearchParams({ from, to, format: 'csv' })}`, head, body,
    createElement('tr', {}, createElement('th', { scope: 'row' }, translate('sales.total')), cells(total)));
}

function renderReport(id, say, address, head, body, foot) {
  return createElement('section', { class: 'section', 'aria-labelledby': id },
    createElement('h2', { id }, say('title')), createElement('p', { class: 'secondary' }, say('text')),
    createElement('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-labelledby': id },
      createElement('table', { class: 'sales-table' }, head, createElement('tbody', {}, body), foot ? createElement('tfoot', {}, foot) : null)),
    createElement('p', { class: 'actions' }, createElement('a', { class: 'button plain', href: address, download: true }, translate('sales.csv'))));
}

const createHead = (say, names, first) => createElement('thead', {}, createElement('tr', {}, [first, ...names.map(say)].map((text) => createElement('th', { scope: 'col' }, text))));

const createCell = (text) => createElement('td', {}, createElement('bdi', {}, text));

const formatSigned = (count) => new Intl.NumberFormat(region, { signDisplay: 'exceptZero' }).format(count);

const formatMinutes = (seconds) => (seconds === null ? '' : new Intl.NumberFormat(region, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(seconds / 60));

/** A bar that begins in the middle: what is missing goes to the start, what is too much to the end. */
function renderDifference(part) {
  return createSVGElement('svg', { class: 'sales-bar', viewBox: `${-HALF} 0 ${2 * HALF} 4`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    createSVGElement('rect', { x: -0.5, width: 1, height: 4 }), createSVGElement('rect', { x: Math.min(0, part * HALF), width: Math.abs(part) * HALF, height: 4 }));
}

/** A bar beside a row's name, as long as its part of the highest. */
export function renderBar(part) {
  return createSVGElement('svg', { class: 'sales-bar', viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    createSVGElement('rect', { width: Math.max(0, part) * 100, height: 4 }));
}

/** What the people of a series ordered in a month: by person and by date, to print or to store as a table. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { navigate } from '../page.js';
import { formatDate } from '../time.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { createField, createForm } from '../parts/form.js';
import { loadStyleSheet } from '../parts/style-sheet.js';

export default async function loadSeriesReceiptsScreen({ parameters: { id }, query, signal }) {
  const path = `/v1/series/${id}`;
  const chosen = new URLSearchParams(['from', 'to'].filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
  const body = createElement('div', { class: 'section-stack' });
  const draw = (series, receipts) => redraw(body, renderPeriod(id, path, receipts), renderReceipts(receipts));
  const fetchAll = (options) => Promise.all([get(path, options), get(`${path}/receipts?${chosen}`, options)]);
  const [[series, receipts]] = await Promise.all([fetchAll({ signal }), loadStyleSheet('/assets/sales.css').catch(() => {})]);
  draw(series, receipts);
  const title = translate('receipt.ofSeries', { title: series.title });
  return {
    title,
    content: createElement('div', { class: 'section-stack narrow' },
      createElement('header', { class: 'detail-header' },
        createButtonLink('', `/series/${id}`, { variant: 'round', icon: 'back', label: translate('edit.close') }),
        createElement('h1', { dir: 'auto' }, title)),
      body),
    concerns: () => false,
    refresh: async () => draw(...await fetchAll()),
  };
}

function renderPeriod(id, path, { from, to }) {
  const send = async (values) => {
    const chosen = new URLSearchParams(values);
    await get(`${path}/receipts?${chosen}`); // a period that the server refuses leaves the form as it is
    navigate(`/series/${id}/receipts?${chosen}`);
  };
  return [
    createForm({ class: 'sales-period', label: translate('receipt.show'), send },
      createField({ name: 'from', label: translate('receipt.start'), type: 'date', value: from, required: true }),
      createField({ name: 'to', label: translate('receipt.to'), type: 'date', value: to, required: true }),
      createElement('button', { class: 'button', type: 'submit' }, translate('receipt.show'))),
    createElement('p', { class: 'actions' },
      createButton(translate('receipt.print'), () => window.print(), { key: 'print' }),
      createElement('a', { class: 'button plain', href: `${path}/receipts?${new URLSearchParams({ from, to, format: 'csv' })}`, download: true, 'data-key': 'csv' }, translate('receipt.csv'))),
  ];
}

function renderReceipts({ rows, sums }) {
  if (rows.length === 0) return createElement('p', { class: 'secondary' }, translate('receipt.none'));
  return [
    createElement('p', { class: 'secondary' }, translate('receipt.ours')),
    renderTable('people', ['person', 'number', 'sum', 'aboveHead'], sums.map((sum) => ({
      key: sum.person?.name ?? translate('receipt.everyone'), isSum: sum.person === null,
      cells: [formatNumber(sum.orders), formatAmount(sum.totalMinor, sum.currency), formatAmount(sum.aboveLimitMinor, sum.currency)],
    }))),
    renderTable('dates', ['date', 'place', 'person', 'sum', 'aboveHead'], rows.map((row) => ({
      key: createElement('a', { href: `/outings/${row.outing}/order/receipt` }, formatDate(row.date)),
      cells: [row.place, row.person.name, formatAmount(row.totalMinor, row.currency), formatAmount(row.aboveLimitMinor, row.currency)],
    }))),
  ];
}

function renderTable(name, heads, rows) {
  return createElement('section', { class: 'section', 'aria-labelledby': `receipts-${name}` },
    createElement('h2', { id: `receipts-${name}` }, translate(`receipt.${name}`)),
    createElement('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-labelledby': `receipts-${name}` },
      createElement('table', { class: 'sales-table' },
        createElement('thead', {}, createElement('tr', {}, heads.map((head) => createElement('th', { scope: 'col' }, translate(`receipt.${head}`))))),
        createElement('tbody', {}, rows.map(({ key, cells, isSum }) => createElement('tr', {},
          createElement('th', { scope: 'row' }, createElement(isSum ? 'strong' : 'bdi', {}, key)),
          cells.map((text) => createElement('td', {}, createElement('bdi', {}, text)))))))));
}

/** An invoice of a venue, to print on A4 in the language of the venue. */
import { get } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { language, LANGUAGES, loadPaperLanguage, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { formatFullDate, toWallTime } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { createButton, createDetailHeader } from '../parts/controls.js';
import { createField, createOptions } from '../parts/form.js';
import { renderLogo } from '../parts/logo.js';
import { loadStyleSheet } from '../parts/style-sheet.js';

export default async function loadVenueInvoiceScreen({ parameters: { id, invoiceId }, signal }) {
  const fetchAll = (options) => Promise.all([get(`/v1/venues/${id}`, options), get(`/v1/venues/${id}/invoices/${invoiceId}`, options)]);
  const paper = createElement('article', { class: 'invoice' });
  const [[venue, first]] = await Promise.all([fetchAll({ signal }), loadStyleSheet('/assets/invoice.css').catch(() => {})]);
  let newest = first;
  let chosen = guessLanguage(venue);
  const draw = async () => {
    const tag = chosen;
    const texts = await loadPaperLanguage('invoices', tag, tag === guessLanguage(venue) ? venue.country : null);
    if (tag !== chosen) return; // another language was chosen meanwhile
    paper.lang = tag;
    paper.dir = tag === 'ar' ? 'rtl' : 'ltr';
    redraw(paper, renderPaper(newest, venue, texts));
  };
  await draw();
  const change = ({ target }) => {
    chosen = target.value;
    return tryAction(draw);
  };
  return {
    title: translate('invoices.number', { number: first.number }),
    content: createElement('div', { class: 'section-stack narrow' },
      createDetailHeader(`/venues/${id}/invoices`, translate('invoices.all'), translate('invoices.number', { number: first.number })),
      createElement('form', { class: 'form tight', 'aria-label': translate('invoices.print') },
        createField({ name: 'lang', label: translate('invoices.language'), control: 'select', options: createOptions(Object.entries(LANGUAGES), chosen), on: { change } }),
        createElement('div', { class: 'actions' }, createButton(translate('invoices.print'), () => window.print(), { variant: 'primary', key: 'print' }))),
      paper),
    concerns: () => false,
    refresh: async () => {
      [, newest] = await fetchAll();
      return draw();
    },
  };
}

/** Returns the language of the venue's country if the catalogue has it, or else the person's. */
function guessLanguage({ country }) {
  const tag = country ? new Intl.Locale('und', { region: country }).maximize().language : language;
  return Object.hasOwn(LANGUAGES, tag) ? tag : language;
}

function renderPaper(invoice, venue, { say, locale }) {
  const { number, issuedOn, soldOn, seller, recipient, currency, lines, taxes, tipMinor, totalMinor, cancellation } = invoice;
  const amount = (minor) => createElement('bdi', {}, formatAmount(minor, currency, locale));
  const day = (date) => formatFullDate(date, locale);
  const percent = (rate) => (rate === null ? say('invoices.noRate') : createElement('bdi', {}, new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(Number(rate) / 100)));
  const unit = findUnitPrices(lines);
  const head = (keys) => createElement('thead', {}, createElement('tr', {}, keys.map((key) => createElement('th', { scope: 'col' }, say(`invoices.column.${key}`)))));
  return [
    renderLogo(venue.logo),
    createElement('h2', {}, say('invoices.number', { number })),
    cancellation ? renderCancellation(cancellation, venue, say, day) : null,
    createElement('div', { class: 'invoice-parties' }, renderParty(say('invoices.from'), seller, say), renderParty(say('invoices.to'), recipient, say)),
    createElement('dl', { class: 'invoice-facts' }, [['issuedOn', issuedOn], ['soldOn', soldOn]].map(([key, date]) =>
      createElement('div', {}, createElement('dt', {}, say(`invoices.${key}`)), createElement('dd', {}, day(date))))),
    createElement('div', { class: 'invoice-scroller', tabindex: 0, role: 'group', 'aria-label': say('invoices.lines') },
      createElement('table', {}, head(['dish', 'quantity', ...unit ? [unit.column] : [], 'net', 'rate', 'tax', 'amount']), createElement('tbody', {}, lines.map((line, index) => createElement('tr', {},
        createElement('th', { scope: 'row', dir: 'auto' }, [line.name, line.options].filter(Boolean).join(', ')),
        [new Intl.NumberFormat(locale).format(line.quantity), ...unit ? [amount(unit.prices[index])] : [], amount(line.amountMinor - line.taxMinor), percent(line.taxPercent), amount(line.taxMinor), amount(line.amountMinor)].map((cell) => createElement('td', {}, cell))))))),
    createElement('div', { class: 'invoice-scroller', tabindex: 0, role: 'group', 'aria-label': say('invoices.sums') },
      createElement('table', {}, head(['rate', 'net', 'tax', 'amount']),
        createElement('tbody', {}, taxes.map((tax) => createElement('tr', {},
          createElement('th', { scope: 'row' }, percent(tax.percent)), [tax.netMinor, tax.taxMinor, tax.netMinor + tax.taxMinor].map((minor) => createElement('td', {}, amount(minor)))))),
        createElement('tfoot', {}, [tipMinor > 0 ? ['tip', tipMinor] : null, ['total', totalMinor]].filter(Boolean).map(([key, minor]) => createElement('tr', {},
          createElement('th', { scope: 'row', colspan: 3 }, say(`invoices.${key}`)), createElement('td', {}, amount(minor))))))),
  ];
}

/**
 * Returns the price of one of each line, with the tax or else without it, and the column that says so; null if neither is known. A sale
 * has amounts only. They are multiples of the price as the menu states it, and the tax of other prices is rounded.
 */
export function findUnitPrices(lines) {
  const find = (column, minorOf) => {
    const prices = lines.map((line) => minorOf(line) / line.quantity);
    return prices.every(Number.isInteger) ? { column, prices } : null;
  };
  return find('unit', ({ amountMinor }) => amountMinor) ?? find('unitNet', ({ amountMinor, taxMinor }) => amountMinor - taxMinor);
}

function renderParty(title, { name, address, taxNumber }, say) {
  return createElement('section', {}, createElement('h3', {}, title),
    createElement('p', { class: 'invoice-address', dir: 'auto' }, [name, address].filter(Boolean).join('\n')),
    taxNumber ? createElement('p', {}, say('invoices.taxNumberIs', { number: taxNumber })) : null);
}

function renderCancellation({ number, at }, venue, say, day) {
  const date = day(toWallTime(at, venue.timeZone ?? 'UTC').date);
  return createElement('p', { class: 'invoice-cancelled', dir: 'auto' }, say('invoices.cancelled', { number, date }));
}

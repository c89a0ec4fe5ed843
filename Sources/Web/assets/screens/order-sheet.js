/** The sheet of an order: what its coordinator reads out, copies, sends, downloads or prints for the place. */
import { get, getText } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { hasMessage, LANGUAGES, splitList, translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { getOrderPath } from '../order-model.js';
import { formatDateTime } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { createButton, createButtonLink, createDetailHeader } from '../parts/controls.js';
import { createField, createOptions } from '../parts/form.js';
import { createPill } from '../parts/labels.js';
import { loadStyleSheet } from '../parts/style-sheet.js';
import { showToast } from '../parts/toast.js';

const MESSAGE_LENGTH = 2_000; // of a text that a link carries into other programs
const MARKS = { added: ['attending', 'plus'], changed: ['maybe', 'pencil'], struck: ['failed', 'cross'] };

export default async function loadOrderSheetScreen({ parameters: { id }, signal }) {
  const layout = { by: 'dish', names: false }; // without `lang`, the text is in the language of the place
  const body = createElement('div', { class: 'order-sheet', 'data-paper': 'a4' });
  const address = (format) => `${getOrderPath(id)}/sheet?${new URLSearchParams(Object.entries({ ...layout, format }).filter(([, value]) => value !== ''))}`;
  let newest = 0;
  let text = ''; // read in advance, because browsers allow copying only right after a tap
  const draw = async (options) => {
    newest += 1;
    const mine = newest;
    const [sheet, order, readOut] = await Promise.all([get(address('json'), options), get(getOrderPath(id), options), getText(address('text'))]);
    if (mine !== newest) return; // another layout was chosen meanwhile
    text = readOut;
    addressMessages(text, messages);
    redraw(body, renderSheet(sheet, order));
  };
  const messages = { mail: createButtonLink(translate('sheet.mail'), 'mailto:', { variant: 'plain', key: 'mail' }), sms: createButtonLink(translate('sheet.sms'), 'sms:', { variant: 'plain', key: 'sms' }) };
  await Promise.all([draw({ signal }), loadStyleSheet('/assets/order-sheet.css').catch(() => {})]);
  const csv = createButtonLink(translate('sheet.csv'), address('csv'), { variant: 'plain', key: 'csv' });
  csv.setAttribute('download', ''); // the server names the file
  const change = (changed) => {
    Object.assign(layout, changed);
    csv.href = address('csv');
    return tryAction(() => draw());
  };
  return {
    title: translate('sheet.title'),
    content: createElement('div', { class: 'section-stack narrow' },
      createDetailHeader(`/outings/${id}`, translate('people.back'), translate('sheet.title')),
      createElement('form', { class: 'form tight', 'aria-label': translate('sheet.layout') },
        createChoice('by', translate('sheet.by'), [['dish', translate('sheet.byDish')], ['person', translate('sheet.byPerson')]], layout.by, (by) => change({ by })),
        createChoice('names', translate('sheet.names'), [['', translate('poll.no')], ['yes', translate('poll.yes')]], '', (names) => change({ names: names === 'yes' })),
        createField({
          name: 'lang', label: translate('sheet.language'), hint: translate('sheet.languageHint'), control: 'select', options: createOptions([['', translate('sheet.placeLanguage')], ...Object.entries(LANGUAGES)], ''),
          on: { change: ({ target }) => change({ lang: target.value }) },
        }),
        createElement('div', { class: 'actions' },
          createButton(translate('sheet.copy'), () => copy(text), { key: 'copy' }),
          navigator.share ? createButton(translate('share.send'), () => navigator.share({ text }).catch(() => {}), { icon: 'share', key: 'send' }) : null,
          messages.mail, messages.sms, csv,
          createButton(translate('sheet.print'), () => print(body, 'a4'), { variant: 'plain', key: 'print' }),
          createButton(translate('sheet.receipt'), () => print(body, 'receipt'), { variant: 'plain', key: 'receipt' }))),
      body),
    concerns: (happening) => happening.outing === id,
    refresh: () => draw(),
  };
}

function createChoice(name, legend, options, chosen, choose) {
  return createElement('fieldset', {}, createElement('legend', { class: 'label' }, legend),
    createElement('div', { class: 'segment' }, options.map(([value, label]) => createElement('label', {},
      createElement('input', { type: 'radio', name, value, checked: value === chosen, on: { change: () => choose(value) } }),
      createElement('span', {}, label)))));
}

function renderSheet(sheet, order) {
  const { place, dueAt, coordinator, currency, sections, portions, totalMinor, unpriced } = sheet;
  return [
    createElement('header', {},
      createElement('h2', { dir: 'auto' }, place),
      dueAt ? createElement('p', {}, translate('sheet.due', { moment: formatDateTime(dueAt, order.timeZone) })) : null,
      createElement('p', { class: 'secondary' }, translate(`order.how.${order.fulfilment}`), order.address ? [' · ', createElement('bdi', {}, order.address)] : null),
      order.note ? createElement('p', { class: 'fact-note', dir: 'auto' }, order.note) : null),
    portions === 0 ? createElement('p', { class: 'secondary' }, translate('sheet.empty')) : null,
    sections.map(({ person, entries }) => createElement('section', {},
      person ? createElement('h3', { dir: 'auto' }, person) : null,
      createElement('ul', {}, entries.map((entry) => renderEntry(entry, currency))))),
    createElement('footer', {},
      createElement('p', {}, createElement('strong', {}, unpriced > 0 ? translate('order.totalUnpriced', { count: portions, amount: formatAmount(totalMinor, currency), unpriced })
        : translate('order.total', { count: portions, amount: formatAmount(totalMinor, currency) }))),
      createElement('p', { class: 'secondary', dir: 'auto' }, coordinator)),
  ];
}

function renderEntry({ count, name, options, totalMinor, notes, people, mark }, currency) {
  const [style, icon] = MARKS[mark] ?? ['', 'question'];
  return createElement('li', { class: mark ?? null },
    createElement(mark === 'struck' ? 'del' : 'span', { class: 'sheet-dish' }, createElement('b', {}, `${count} ×`), ' ', createElement('bdi', {}, name), options ? [', ', createElement('bdi', {}, options)] : null),
    createElement('span', { class: 'order-price' }, totalMinor === null || mark === 'struck' ? null : formatAmount(totalMinor, currency)),
    createElement('div', { class: 'sheet-notes' },
      mark ? createPill(style, icon, hasMessage(`sheet.mark.${mark}`) ? translate(`sheet.mark.${mark}`) : mark) : null,
      notes.map((note) => createElement('p', {}, createElement('bdi', {}, note.text), note.count < count ? [' ', translate('sheet.noteOf', { count: note.count, of: count })] : null)),
      people.length > 0 ? createElement('p', { class: 'secondary' }, splitList(people).map(({ type, value }) => (type === 'element' ? createElement('bdi', {}, value) : value))) : null));
}

/** Makes links that open a new message with the text, whose receiver is chosen there; none for a text that is too long for them. */
function addressMessages(text, { mail, sms }) {
  const [subject] = text.split('\n');
  mail.href = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  sms.href = `sms:?&body=${encodeURIComponent(text)}`;
  mail.hidden = sms.hidden = text.length > MESSAGE_LENGTH;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    showToast(translate('sheet.copied'));
  } catch {
    showToast(translate('sheet.notCopied'));
  }
}

/** The style sheet has a page size for each kind of paper. */
function print(body, paper) {
  body.dataset.paper = paper;
  window.print();
}

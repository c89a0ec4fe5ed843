/** What a host takes from the list to others: the counts for a caterer, a file for a spreadsheet, and a printed page. */
import { createElement } from '../dom.js';
import { region, translate } from '../localization.js';
import { createButton } from './controls.js';

/** Renders the number of seats and the dietary needs, without names. */
export function renderDietCounts({ seats, needs }) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'kitchen' },
    createElement('h2', { id: 'kitchen' }, translate('kitchen.title')),
    createElement('p', {}, translate('kitchen.seats', { count: seats })),
    needs.length === 0
      ? createElement('p', { class: 'secondary' }, translate('kitchen.unknown'))
      : [createElement('ul', { class: 'bullets' }, needs.map(({ need, people }) => createElement('li', {}, translate('kitchen.need', { need: formatNeed(need), count: people })))),
        createElement('p', { class: 'fine-print' }, translate('kitchen.note'))]);
}

const formatNeed = (need) => (need === 'allergy' ? translate('kitchen.allergy') : translate(`diet.${need}`));

/** Renders the buttons that save the list as a file and print the page. */
export function renderListExport(outing, attendees) {
  return createElement('div', { class: 'actions' },
    createButton(translate('list.save'), () => saveList(outing, attendees), { variant: 'plain' }),
    createButton(translate('list.print'), () => window.print(), { variant: 'plain' }));
}

function saveList(outing, attendees) {
  const header = ['name', 'answer', 'seats', 'note'].map((column) => translate(`list.column.${column}`));
  const rows = attendees.map((one) => [one.person.name, translate('list.answer', { status: one.status }), String(one.partySize), one.note ?? '']);
  const address = URL.createObjectURL(new Blob([formatTable([header, ...rows])], { type: 'text/csv' }));
  const link = createElement('a', { href: address, download: `${outing.title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}.csv` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers ask first where to save it
}

/**
 * Formats rows as comma-separated values (RFC 4180) that spreadsheets open as UTF-8. A text that they would take for a formula gets an
 * apostrophe, because names and notes are written by guests.
 *
 * @param {string[][]} rows
 */
export function formatTable(rows) {
  const separator = new Intl.NumberFormat(region).format(1.5).includes(',') ? ';' : ',';
  const escape = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\u{feff}${rows.map((row) => row.map(escape).join(separator)).join('\r\n')}\r\n`;
}

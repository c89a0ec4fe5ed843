/** The person's data: the export and the deletion of the account. */
import { get, getAll, post, put, remove } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatDateTimeInSentence, formatFullDate, localTimeZone } from '../time.js';
import { tryAction } from './actions.js';
import { createButton, createButtonLink } from './controls.js';
import { openFormDialog } from './dialog.js';
import { showToast } from './toast.js';

export async function renderPersonalData({ signal }) {
  const body = createElement('div', { class: 'group' });
  const read = (options) => Promise.all([getAll('/v1/me/exports', options), get('/v1/me/erasure', options)]);
  const refresh = async () => draw(await read());
  const draw = ([exports, erasure]) => redraw(body, renderExport(exports, refresh), renderErasure(erasure, refresh));
  draw(await read({ signal }));
  return createElement('section', { class: 'section', 'aria-labelledby': 'own-data' },
    createElement('h2', { id: 'own-data' }, translate('settings.data.title')), body);
}

function renderExport(exports, refresh) {
  const [newest] = exports;
  const isReady = newest?.state === 'ready';
  const begin = createHandler(async () => {
    await post('/v1/me/exports');
    showToast(translate('settings.data.underWay'));
  }, refresh);
  const state = isReady ? translate('settings.data.ready', { moment: formatDateTimeInSentence(newest.expiresAt, localTimeZone) })
    : translate(newest ? 'settings.data.underWay' : 'settings.data.exportText');
  return renderRow(translate('settings.data.export'), state,
    isReady ? createButtonLink(translate('settings.data.download'), newest.archive, { variant: 'plain', key: 'download' }) : null,
    newest && !isReady ? null : createButton(translate('settings.data.make'), begin, { variant: 'plain', key: 'export' }));
}

function renderErasure({ dueAt, invoices }, refresh) {
  if (dueAt) {
    const takeBack = createHandler(async () => {
      await remove('/v1/me/erasure');
      showToast(translate('settings.data.kept'));
    }, refresh);
    return renderRow(translate('settings.data.erase'), translate('settings.data.due', { moment: formatDateTimeInSentence(dueAt, localTimeZone) }),
      createButton(translate('settings.data.takeBack'), takeBack, { key: 'erase' }));
  }
  const question = () => openFormDialog({
    title: translate('settings.data.eraseTitle'), text: translate('settings.data.eraseAsk'), yes: translate('settings.data.erase'), isDanger: true,
    fields: renderInvoices(invoices),
    act: async () => {
      await put('/v1/me/erasure');
      await refresh();
    },
  });
  return renderRow(translate('settings.data.erase'), translate('settings.data.eraseText'),
    createButton(translate('settings.data.erase'), question, { variant: 'plain danger', key: 'erase' }));
}

/** Lists the invoices that stay after the deletion. */
function renderInvoices(invoices) {
  if (invoices.length === 0) return [];
  return [
    createElement('p', { id: 'kept-invoices' }, translate('erasure.invoices')),
    createElement('ul', { class: 'bullets', 'aria-labelledby': 'kept-invoices' }, invoices.map(({ venue, number, issuedOn, keptUntil }) => createElement('li', { dir: 'auto' },
      translate('erasure.invoice', { venue, number, date: formatFullDate(issuedOn), until: formatFullDate(keptUntil) })))),
  ];
}

function createHandler(action, refresh) {
  return async () => {
    if (!(await tryAction(action))) return;
    return refresh();
  };
}

function renderRow(title, text, ...actions) {
  return createElement('div', { class: 'setting wrap' }, createIcon('lock'),
    createElement('div', { class: 'setting-body' }, createElement('span', {}, title), createElement('span', { class: 'secondary' }, text)), actions);
}

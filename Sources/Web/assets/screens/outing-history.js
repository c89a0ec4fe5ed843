/** The history of an outing, newest first. Hosts can undo edits. */
import { get, post, read } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { fetchOrder } from '../order-model.js';
import { canReadOrderHistory } from '../order-history-model.js';
import { translate } from '../localization.js';
import { formatDateTime } from '../time.js';
import { runAndRefresh, tryAction } from '../parts/actions.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { createFactLine } from '../parts/labels.js';
import { showToast } from '../parts/toast.js';

export default async function loadHistoryScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}/history`;
  const body = createElement('div', { class: 'section-stack' });
  const first = async (options) => Promise.all([read(`/v1/outings/${id}`, options), get(path, options)]);
  const draw = ([outing, page]) => redraw(body, renderList(outing, page, path));
  const [initial, order] = await Promise.all([first({ signal }), fetchOrder(id, { signal })]);
  const hasOrder = canReadOrderHistory(initial[0].body, order);
  draw(initial);
  return {
    title: translate('history.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'detail-header' },
        createButtonLink('', `/outings/${id}`, { variant: 'round', icon: 'back', label: translate('history.back') }),
        createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, initial[0].body.title), createElement('h1', {}, translate('history.title')))),
      hasOrder ? createElement('p', {}, createButtonLink(translate('orderHistory.link'), `/outings/${id}/order/history`, { icon: 'receipt', key: 'order' })) : null,
      body),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(await first()),
  };
}

function renderList(outing, page, path) {
  const rows = createElement('ol', { class: 'updates' }, page.items.map((item) => renderChange(outing, item)));
  let { next } = page;
  const loadOlder = async () => {
    await tryAction(async () => {
      const older = await get(`${path}?cursor=${next}`);
      rows.append(...older.items.map((item) => renderChange(outing, item)));
      next = older.next;
      olderButton.hidden = !next;
    });
  };
  const olderButton = createButton(translate('history.older'), loadOlder, { key: 'older' });
  olderButton.hidden = !next;
  return [rows, createElement('p', {}, olderButton)];
}

function renderChange({ body: outing, tag }, item) {
  return createElement('li', {}, createElement('div', { class: 'update' },
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'update-text', dir: 'auto' }, item.text),
      createFactLine([item.actor?.name ?? translate('history.service'), formatDateTime(item.at, outing.timeZone)], 'fine-print')),
    item.undoable
      ? createButton(translate('action.undo'), () => undoChange(outing, tag, item), { variant: 'plain', key: `undo-${item.revision}`, label: translate('history.undo', { text: item.text }) })
      : null));
}

async function undoChange(outing, tag, item) {
  await runAndRefresh(async () => {
    await post(`/v1/outings/${outing.id}/undo`, { revision: item.revision }, tag);
    showToast(translate('history.undone'));
  });
}

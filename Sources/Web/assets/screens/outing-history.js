/** The history of an outing, newest first. Hosts can undo edits. */
import { get, post, read } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { fetchOrder } from '../order-model.js';
import { canReadOrderHistory } from '../order-history-model.js';
import { translate } from '../localization.js';
import { runAndRefresh } from '../parts/actions.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { renderHistoryItem, renderHistoryList } from '../parts/history-list.js';
import { renderOutingHeader } from '../parts/outing-header.js';
import { showToast } from '../parts/toast.js';

export default async function loadHistoryScreen({ parameters: { id }, signal }) {
  const path = `/v1/outings/${id}/history`;
  const body = createElement('div', { class: 'section-stack' });
  const first = async (options) => Promise.all([read(`/v1/outings/${id}`, options), get(path, options)]);
  const draw = ([outing, page]) => redraw(body, renderHistoryList(path, page, (item) => renderChange(outing, item)));
  const [initial, order] = await Promise.all([first({ signal }), fetchOrder(id, { signal })]);
  const hasOrder = canReadOrderHistory(initial[0].body, order);
  draw(initial);
  return {
    title: translate('history.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      renderOutingHeader(initial[0].body, translate('history.title')),
      hasOrder ? createElement('p', {}, createButtonLink(translate('orderHistory.link'), `/outings/${id}/order/history`, { icon: 'receipt', key: 'order' })) : null,
      body),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(await first()),
  };
}

function renderChange({ body: outing, tag }, item) {
  return renderHistoryItem(item.text, item, outing.timeZone, item.undoable
    ? createButton(translate('action.undo'), () => undoChange(outing, tag, item), { variant: 'plain', key: `undo-${item.revision}`, label: translate('history.undo', { text: item.text }) })
    : null);
}

async function undoChange(outing, tag, item) {
  await runAndRefresh(async () => {
    await post(`/v1/outings/${outing.id}/undo`, { revision: item.revision }, tag);
    showToast(translate('history.undone'));
  });
}

/** The history of an order, newest first: who picked, changed and struck what, and when. */
import { get, read } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { describeEvent } from '../order-history-model.js';
import { getOrderPath } from '../order-model.js';
import { renderHistoryItem, renderHistoryList } from '../parts/history-list.js';
import { renderOutingHeader } from '../parts/outing-header.js';

export default async function loadOrderHistoryScreen({ parameters: { id }, signal }) {
  const path = `${getOrderPath(id)}/events`;
  const body = createElement('div', { class: 'section-stack' });
  const first = async (options) => Promise.all([get(getOrderPath(id), options), get(path, options)]);
  const draw = ([order, page]) => redraw(body, renderHistoryList(path, page, (event) =>
    renderHistoryItem(describeEvent(event, order.currency), event, order.timeZone)));
  const [{ body: outing }, initial] = await Promise.all([read(`/v1/outings/${id}`, { signal }), first({ signal })]);
  draw(initial);
  return {
    title: translate('orderHistory.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      renderOutingHeader(outing, translate('orderHistory.title')),
      body),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(await first()),
  };
}

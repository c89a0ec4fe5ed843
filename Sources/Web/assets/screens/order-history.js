/** The history of an order, newest first: who picked, changed and struck what, and when. */
import { get, read } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { describeEvent } from '../order-history-model.js';
import { getOrderPath } from '../order-model.js';
import { formatDateTime } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { createFactLine } from '../parts/labels.js';

export default async function loadOrderHistoryScreen({ parameters: { id }, signal }) {
  const path = `${getOrderPath(id)}/events`;
  const body = createElement('div', { class: 'section-stack' });
  const first = async (options) => Promise.all([get(getOrderPath(id), options), get(path, options)]);
  const draw = ([order, page]) => redraw(body, renderList(order, page, path));
  const [{ body: outing }, initial] = await Promise.all([read(`/v1/outings/${id}`, { signal }), first({ signal })]);
  draw(initial);
  return {
    title: translate('orderHistory.title'),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'detail-header' },
        createButtonLink('', `/outings/${id}`, { variant: 'round', icon: 'back', label: translate('history.back') }),
        createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, outing.title), createElement('h1', {}, translate('orderHistory.title')))),
      body),
    concerns: (happening) => happening.outing === id,
    refresh: async () => draw(await first()),
  };
}

function renderList(order, page, path) {
  const rows = createElement('ol', { class: 'updates' }, page.items.map((event) => renderEvent(order, event)));
  let { next } = page;
  const loadOlder = async () => {
    await tryAction(async () => {
      const older = await get(`${path}?cursor=${next}`);
      rows.append(...older.items.map((event) => renderEvent(order, event)));
      next = older.next;
      olderButton.hidden = !next;
    });
  };
  const olderButton = createButton(translate('history.older'), loadOlder, { key: 'older' });
  olderButton.hidden = !next;
  return [rows, createElement('p', {}, olderButton)];
}

function renderEvent(order, event) {
  return createElement('li', {}, createElement('div', { class: 'update' },
    createElement('div', { class: 'row-body' },
      createElement('span', { class: 'update-text', dir: 'auto' }, describeEvent(event, order.currency)),
      createFactLine([event.actor?.name ?? translate('history.service'), formatDateTime(event.at, order.timeZone)], 'fine-print'))));
}

/** The link of a series, which leads to all its dates. */
import { post, remove } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { confirmAction } from './dialog.js';
import { createPartySizeField, renderLinkField, showCode } from './share-links.js';

/**
 * Renders the section.
 *
 * @param {any} series
 * @param {any} link null without one
 */
export function renderSeriesLink(series, link) {
  const path = `/v1/series/${series.id}/link`;
  return createElement('section', { class: 'section', 'aria-labelledby': 'share' },
    createElement('h2', { id: 'share' }, translate('series.shareTitle')),
    createElement('p', { class: 'secondary spaced' }, translate('series.shareText')),
    link ? renderLink(series, link, path) : renderMaker(path));
}

function renderMaker(path) {
  const party = createPartySizeField();
  const make = () => tryAction(async () => {
    await post(path, { maxPartySize: Number(party.querySelector('select').value) });
    await refreshScreen();
  });
  return createElement('div', { class: 'form' }, party,
    createElement('div', {}, createButton(translate('share.make'), make, { icon: 'share', key: 'share' })));
}

function renderLink(series, link, path) {
  const replace = () => confirmAction({ title: 'series.replace', text: 'series.replaceText', yes: 'series.replace', done: 'series.replaced', isDanger: true }, {},
    () => post(path, { maxPartySize: link.maxPartySize }));
  const end = () => confirmAction({ title: 'series.unshare', text: 'series.unshareText', yes: 'series.unshare', done: 'share.ended', isDanger: true }, {}, () => remove(path));
  return createElement('div', { class: 'form' },
    renderLinkField(series.title, link),
    createElement('p', { class: 'secondary' }, translate('share.partyIs', { count: link.maxPartySize })),
    createElement('div', { class: 'actions' },
      createButton(translate('share.code'), () => showCode(series.title, `${path}/qr.svg`), { key: 'code' }),
      createButton(translate('series.replace'), replace, { variant: 'plain', key: 'replace' }),
      createButton(translate('series.unshare'), end, { variant: 'plain', key: 'unshare' })));
}

/** Links by which anyone can answer an invitation. */
import { post, remove } from '../api.js';
import { createElement } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { formatDateTimeInSentence } from '../time.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { confirmAction, openDialog } from './dialog.js';
import { createField, createOptions, showProblem } from './form.js';
import { createFactLine } from './labels.js';
import { createQRCode } from './qr-code.js';
import { showToast } from './toast.js';

const PARTY_SIZES = [1, 2, 4, 6, 10, 20, 50];
const USUAL_PARTY_SIZE = 6; // the server's default

/**
 * Renders the section.
 *
 * @param {any} outing
 * @param {any[]} links the existing links
 */
export function renderShareLinks(outing, links) {
  const made = createElement('div');
  const list = createElement('ul', { class: 'rows' }, links.map((link) => renderExistingLink(outing, link)));
  const party = createPartySizeField();
  const make = async () => {
    try {
      const maxPartySize = Number(party.querySelector('select').value);
      const link = await post(`/v1/outings/${outing.id}/links`, { maxPartySize });
      made.replaceChildren(renderLinkField(outing.title, link));
      list.append(renderExistingLink(outing, link));
      made.querySelector('input').select();
    } catch (problem) {
      showProblem(made, { errors: [], message: problem.message });
    }
  };
  return createElement('section', { class: 'section', 'aria-labelledby': 'share' },
    createElement('h2', { id: 'share' }, translate('share.title')),
    createElement('p', { class: 'secondary spaced' }, translate('share.text')),
    createElement('div', { class: 'form' }, party,
      createElement('div', {}, createButton(translate('share.make'), make, { variant: 'primary', icon: 'share', key: 'share' })), made),
    list);
}

/** Creates the field for the largest party of a person who comes by a link. */
export function createPartySizeField() {
  return createField({
    name: 'maxPartySize', label: translate('share.party'), control: 'select',
    options: createOptions(PARTY_SIZES.map((size) => [String(size), formatNumber(size)]), String(USUAL_PARTY_SIZE)),
  });
}

/** Renders a link with buttons that copy and send it. */
export function renderLinkField(title, link) {
  const input = createElement('input', { class: 'input', id: 'share-link', readonly: true, on: { focus: () => input.select() } });
  input.value = link.url;
  const copy = () => {
    input.select();
    copyLink(link);
  };
  const send = () => navigator.share({ title, url: link.url }).catch(() => {});
  return createElement('div', { class: 'field copyable-link' },
    createElement('label', { for: 'share-link' }, translate('share.link')),
    input,
    createElement('div', { class: 'actions' },
      createButton(translate('share.copy'), copy),
      navigator.share ? createButton(translate('share.send'), send) : null));
}

export async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link.url);
    showToast(translate('share.copied'));
  } catch {
    showToast(translate('share.copyByHand', { url: link.url }));
  }
}

function renderExistingLink(outing, link) {
  const end = async () => {
    await tryAction(async () => {
      await remove(`/v1/outings/${outing.id}/links/${link.id}`);
      row.remove();
      showToast(translate('share.ended'));
    });
  };
  const row = createElement('li', { class: 'row wrap' }, createElement('div', { class: 'row-body' },
    createElement('span', {}, translate('share.made', { moment: formatDateTimeInSentence(link.createdAt, outing.timeZone) })),
    createFactLine([
      translate('share.used', { count: link.uses }),
      translate('share.partyUpTo', { count: link.maxPartySize }),
      translate('share.until', { moment: formatDateTimeInSentence(link.expiresAt, outing.timeZone) }),
    ])),
  createButton(translate('share.copy'), () => copyLink(link), { variant: 'plain' }),
  createButton(translate('share.code'), () => showCode(outing.title, `/v1/outings/${outing.id}/links/${link.id}/qr.svg`), { variant: 'plain' }),
  createButton(translate('share.end'), end, { variant: 'plain' }),
  link.attendees > 0
    ? createButton(translate('share.removeAll', { count: link.attendees }), () => confirmRemoval(outing, link), { variant: 'plain' }) : null);
  return row;
}

/** Shows the QR code of a link, to be scanned from the screen. */
export function showCode(title, path) {
  openDialog(translate('share.codeTitle'),
    createElement('p', { class: 'secondary' }, translate('share.codeText', { title })),
    createQRCode(path, translate('share.codeTitle')));
}

/** Asks before it ends a link and removes everyone who came by it. */
function confirmRemoval(outing, link) {
  const count = link.attendees;
  confirmAction({ title: 'share.removeTitle', text: 'share.removeText', yes: 'share.removeAll', done: 'share.removeDone', isDanger: true }, { count },
    () => remove(`/v1/outings/${outing.id}/links/${link.id}/attendees`));
}

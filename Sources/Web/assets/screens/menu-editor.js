/** Editing the menu of a venue: its draft, its faults, a preview, and the publication. */
import { createIdempotencyKey, get, getAll, post, Problem, put, read, upload } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { removeDraft } from '../form-drafts.js';
import { formatList, getSentenceSpace, language, translate } from '../localization.js';
import { createMenu, findFaults, listChanges } from '../menu-draft.js';
import { getName, listItems } from '../menu-model.js';
import { guessCurrency } from '../money.js';
import { localTimeZone } from '../time.js';
import { tryAction } from '../parts/actions.js';
import { renderBanner } from '../parts/banner.js';
import { createButton } from '../parts/controls.js';
import { openDialog, openFormDialog } from '../parts/dialog.js';
import { fetchMenuPictures, renderDishPicture } from '../parts/dish-picture.js';
import { createForm } from '../parts/form.js';
import { createMenuEditor, describePrice } from '../parts/menu-editor.js';
import { renderMenuFacts } from '../parts/menu-facts.js';
import { createPictureField } from '../parts/picture-field.js';
import { loadStyleSheet } from '../parts/style-sheet.js';
import { showToast } from '../parts/toast.js';
import { renderVenueHeader } from '../parts/venue-header.js';

const NO_DRAFT = '"0"'; // the tag of a draft that does not exist yet
const FILES = '.json,.csv,.jsonld,.html,.htm';

export default async function loadMenuEditorScreen({ parameters: { id }, signal }) {
  const path = `/v1/venues/${id}/menu/draft`;
  const draftKey = `menu-${id}`;
  const [venue, first, pictures] = await Promise.all([
    get(`/v1/venues/${id}`, { signal }), readDraft(path, { signal }), fetchMenuPictures(id, { signal }), loadStyleSheet('/assets/menu-editor.css').catch(() => {})]);
  let stored = first;
  const branches = await listBranches(first.body?.restaurants ?? [], signal);
  let unanswered = null; // the text that was sent and may be stored, with its idempotency key
  const toDraft = ({ body, tag }) => ({ menu: body?.menu ?? createMenu(language, guessCurrency(venue.timeZone ?? localTimeZone)), tag });
  const status = createElement('p', { class: 'secondary', role: 'status' });
  const faultList = createElement('div', {});
  const editor = createMenuEditor(toDraft(stored), { onChange: () => { drawStatus(); drawFaults(); }, createPicture, branches });
  let [listed, unlisted] = [editor.getFaults(), 0]; // the faults that are shown, and how many more there are
  const node = createForm({ class: 'menu-editor', label: translate('dishMenu.title'), draft: draftKey, send: save }, editor.node);
  node.id = 'menu-editor';

  /** Creates the field of an item's picture. The item must be stored first. */
  function createPicture(item) {
    if (venue.state !== 'verified') return null;
    if (!stored.body || !listItems(stored.body.menu).some(({ key }) => key === item.key)) return createElement('p', { class: 'secondary' }, translate('menuEditor.pictureLater'));
    return createPictureField({
      key: item.key, label: translate('menuEditor.pictureOf', { name: item.name }),
      title: translate('settings.picture.title'), text: translate('settings.picture.text'),
      path: `/v1/venues/${id}/items/${encodeURIComponent(item.key)}/picture`,
      getPicture: () => pictures.get(item.key),
      setPicture: (stored) => (stored ? pictures.set(item.key, stored.path) : pictures.delete(item.key)),
      render: renderDishPicture,
    });
  }

  function isChanged() {
    return JSON.stringify(editor.getDraft().menu) !== JSON.stringify(toDraft(stored).menu);
  }

  function drawStatus() {
    const version = stored.body?.publishedVersion;
    status.textContent = [translate(isChanged() ? 'menuEditor.unsaved' : 'menuEditor.saved'), version ? translate('menuEditor.version', { version }) : translate('menuEditor.unpublished')].join(getSentenceSpace());
  }

  /** Shows the faults that are left. */
  function drawFaults() {
    if (editor.getFaults() === listed) return;
    listed = editor.getFaults();
    redraw(faultList, listed.length > 0 ? renderFaults(listed, listed.length + unlisted, editor) : null);
  }

  /** Stores the draft. Returns false if something is still not stored, which the form then keeps. */
  async function save() {
    if (await store()) showToast(translate('menuEditor.stored'));
    return !isChanged();
  }

  /** Stores the draft. Returns false if it has faults, which are listed. */
  async function store() {
    const local = findFaults(editor.getDraft().menu).map(({ pointer, reason }) => ({ pointer, detail: translate(reason === 'name' ? 'menuEditor.nameMissing' : 'menuEditor.amountWrong') }));
    if (local.length > 0) return showFaults(local, local.length);
    const { menu, tag } = editor.getDraft();
    const sent = JSON.stringify(menu);
    if (unanswered?.text !== sent) unanswered = { text: sent, key: createIdempotencyKey() };
    try {
      await put(path, menu, { tag: tag ?? NO_DRAFT, key: unanswered.key });
      unanswered = null;
    } catch (error) {
      if (error instanceof Problem && error.status > 0) unanswered = null;
      if (error instanceof Problem && error.status === 412) await showTheirChanges();
      if (!(error instanceof Problem) || error.code !== 'menu_faults') throw error;
      return showFaults(error.errors, error.faults);
    }
    stored = await readDraft(path);
    if (JSON.stringify(editor.getDraft().menu) === sent) showStored();
    else editor.setTag(stored.tag); // more was typed meanwhile
    return true;
  }

  /** Says what another person has stored meanwhile. What was typed stays, and saving again replaces theirs. */
  async function showTheirChanges() {
    const current = await readDraft(path);
    if (stored.body && current.body) redraw(faultList, renderChanges(listChanges(stored.body.menu, current.body.menu)));
    stored = current;
    editor.setTag(current.tag);
    drawStatus();
    throw new Problem({ status: 412, detail: translate('menuEditor.changedMeanwhile') });
  }

  /** Shows the stored draft, which has nothing unsaved. */
  function showStored() {
    redraw(faultList, null);
    editor.setDraft(toDraft(stored));
    removeDraft(draftKey);
    drawFaults();
    drawStatus();
  }

  async function load() {
    stored = await readDraft(path);
    showStored();
  }

  function showFaults(found, count) {
    unlisted = count - found.length;
    editor.setFaults(found);
    drawFaults();
    faultList.querySelector('h2').focus();
    return false;
  }

  async function publish() {
    await tryAction(async () => {
      if (isChanged() && !(await store())) return;
      if (isChanged()) return showToast(translate('menuEditor.unsaved'));
      openFormDialog({
        title: translate('menuEditor.publishTitle'), text: translate('menuEditor.publishText'), yes: translate('menuEditor.publish'),
        act: async () => {
          const { version } = await post(`/v1/venues/${id}/menu/publications`);
          await load();
          showToast(translate('menuEditor.published', { version }));
        },
      });
    });
  }

  async function sendFile(file) {
    openFormDialog({
      title: translate('menuEditor.fileTitle', { name: file.name }), text: translate('menuEditor.fileText'), yes: translate('menuEditor.replace'),
      act: async () => {
        const { currency, language: tag } = editor.getDraft().menu;
        try {
          await upload(`${path}?${new URLSearchParams({ currency, language: tag })}`, new Blob([file], { type: file.type || 'application/octet-stream' }), editor.getDraft().tag ?? NO_DRAFT);
        } catch (error) {
          if (error instanceof Problem && error.status === 412) await showTheirChanges();
          if (!(error instanceof Problem) || error.code !== 'menu_faults') throw error;
          redraw(faultList, renderFaults(error.errors, error.faults, null));
          faultList.querySelector('h2').focus();
          return;
        }
        await load();
        showToast(translate('menuEditor.stored'));
      },
    });
  }

  const input = createElement('input', {
    type: 'file', accept: FILES, class: 'visually-hidden', id: 'menu-file', tabindex: '-1', 'aria-hidden': 'true',
    on: { change: () => { const [file] = input.files; input.value = ''; if (file) sendFile(file); } },
  });
  drawStatus();
  return {
    title: translate('dishMenu.of', { place: venue.name }),
    content: createElement('div', { class: 'narrow section-stack' }, renderVenueHeader(venue, '/menu'),
      stored.body?.restaurants.length > 1 ? renderBanner({ icon: 'people', title: translate('menuEditor.shared', { count: stored.body.restaurants.length }) }) : null,
      createElement('div', { class: 'actions' }, input, createButton(translate('menuEditor.upload'), () => input.click(), { icon: 'receipt', key: 'upload' }),
        createButton(translate('menuEditor.preview'), () => openDialog(translate('menuEditor.preview'), renderPreview(editor.getDraft().menu)), { icon: 'search', key: 'preview' })),
      faultList, node,
      createElement('div', { class: 'save-panel' }, status, createElement('div', { class: 'actions' },
        createElement('button', { class: 'button', type: 'submit', form: 'menu-editor' }, translate('menuEditor.save')),
        venue.state === 'verified' ? createButton(translate('menuEditor.publish'), publish, { variant: 'primary', key: 'publish' }) : createElement('span', { class: 'secondary' }, translate('menuEditor.publishLater'))))),
    concerns: () => false,
  };
}

/** Returns the ids and names of the restaurants that share the menu; those that the person does not run have no name. */
async function listBranches(ids, signal) {
  if (ids.length < 2) return [];
  const own = await getAll('/v1/me/venues', { signal });
  return ids.map((id) => [id, own.find((venue) => venue.id === id)?.name ?? id]);
}

/** Fetches the stored draft; a body of null if there is none. */
async function readDraft(path, options) {
  try {
    const { body, tag } = await read(path, options);
    return { body, tag };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return { body: null, tag: null };
    throw error;
  }
}

/** Renders the faults; those of the draft lead to their fields. */
function renderFaults(faults, count, editor) {
  return createElement('section', { class: 'section merge', 'aria-labelledby': 'faults' },
    createElement('h2', { id: 'faults', tabindex: -1 }, translate('menuEditor.faults', { count })),
    count > faults.length ? createElement('p', { class: 'secondary' }, translate('menuEditor.firstFaults', { count: faults.length })) : null,
    createElement('ul', { class: 'bullets' }, faults.map(({ pointer, detail }) => createElement('li', { class: 'menu-fault' },
      createElement('span', {}, editor ? createElement('strong', { dir: 'auto' }, editor.describePlace(pointer)) : createElement('bdi', {}, pointer), ' ', detail),
      editor ? createButton(translate('menuEditor.show'), () => editor.jumpTo(pointer), { variant: 'plain', label: translate('menuEditor.showOf', { place: editor.describePlace(pointer) }) }) : null))));
}

/** Renders what another person has changed, by name. */
function renderChanges({ added, removed, changed }) {
  const list = (names) => formatList(names.map((name) => name ?? translate('menuEditor.menuSettings')));
  const lines = [['theyAdded', added], ['theyRemoved', removed], ['theyChanged', changed]].filter(([, names]) => names.length > 0);
  if (lines.length === 0) return null;
  return createElement('section', { class: 'section merge', 'aria-labelledby': 'changes' },
    createElement('h2', { id: 'changes' }, translate('menuEditor.theirChanges')),
    createElement('ul', { class: 'bullets' }, lines.map(([key, names]) => createElement('li', {}, translate(`menuEditor.${key}`, { names: list(names) })))));
}

/** Renders the menu as guests see it. */
function renderPreview(menu) {
  return menu.sections.map((section) => createElement('section', { class: 'section' },
    createElement('h3', { dir: 'auto' }, getName(section)),
    createElement('ul', { class: 'menu-items' }, section.items.map((item) => createElement('li', { class: 'menu-item' },
      createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, getName(item)), renderMenuFacts(item)),
      createElement('span', { class: 'order-price' }, describePrice(menu, item)))))));
}

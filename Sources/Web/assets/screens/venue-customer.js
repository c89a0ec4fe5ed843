/** A customer of a venue. Owners see the sales and the history, delete, restore and merge. */
import { get, patch, post, read, remove } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { hasMessage, translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { formatDateTimeInSentence, localTimeZone } from '../time.js';
import { runAndRefresh } from '../parts/actions.js';
import { renderBanner } from '../parts/banner.js';
import { createButton, createButtonLink } from '../parts/controls.js';
import { createCustomerChoice } from '../parts/customer-choice.js';
import { createCustomerFields, readCustomer } from '../parts/customer-fields.js';
import { openFormDialog } from '../parts/dialog.js';
import { renderChangeOf } from '../parts/diff.js';
import { showFieldError } from '../parts/form.js';
import { renderHistoryItem, renderHistoryList } from '../parts/history-list.js';
import { renderSalesList } from '../parts/sales-list.js';
import { loadStyleSheet } from '../parts/style-sheet.js';
import { showToast } from '../parts/toast.js';
import { renderVenueHeader } from '../parts/venue-header.js';

const FIELDS = ['name', 'email', 'phone', 'note'];

export default async function loadVenueCustomerScreen({ parameters: { id, customerId }, signal }) {
  const path = `/v1/venues/${id}`;
  const own = `${path}/customers/${customerId}`;
  const content = createElement('div', { class: 'narrow section-stack' });
  const fetchAll = async (options) => {
    const [venue, customer] = await Promise.all([get(path, options), read(own, options)]);
    const [sales, changes] = venue.role === 'owner' ? await Promise.all([get(`${path}/sales?customer=${customerId}`, options), get(`${own}/changes`, options)]) : [];
    return { venue, customer: customer.body, tag: customer.tag, sales, changes };
  };
  const draw = ({ venue, customer, tag, sales, changes }) => {
    const zone = venue.timeZone ?? localTimeZone;
    redraw(content, renderVenueHeader(venue, '/customers'), renderCustomer(path, venue, customer, tag, zone),
      sales && !customer.deletedAt ? renderSalesList(path, sales, zone, customerId) : null, changes ? renderChanges(own, changes, zone) : null);
  };
  const [first] = await Promise.all([fetchAll({ signal }), loadStyleSheet('/assets/sales.css').catch(() => {})]);
  draw(first);
  return { title: first.customer.name, content, concerns: () => false, refresh: async () => draw(await fetchAll()) };
}

function renderCustomer(path, venue, customer, tag, zone) {
  const own = `${path}/customers/${customer.id}`;
  const isOwner = venue.role === 'owner';
  const restore = () => runAndRefresh(() => post(`${own}/restore`), translate('customers.restored', { name: customer.name }));
  const facts = FIELDS.slice(1).filter((name) => customer[name]);
  return createElement('section', { class: 'section', 'aria-labelledby': 'customer' },
    createButtonLink(translate('customers.all'), `/venues/${venue.id}/customers`, { variant: 'plain', icon: 'back' }),
    createElement('h2', { id: 'customer', dir: 'auto' }, customer.name),
    customer.deletedAt ? renderBanner({
      icon: 'clock', title: translate('customers.isDeleted', { moment: formatDateTimeInSentence(customer.deletedAt, zone) }), text: translate('customers.isDeletedText'),
      action: isOwner ? createButton(translate('customers.restore'), restore, { key: 'restore' }) : null,
    }) : null,
    facts.length === 0 ? null : createElement('dl', { class: 'customer-facts' }, facts.map((name) => createElement('div', {},
      createElement('dt', {}, translate(`customers.field.${name}`)), createElement('dd', { dir: 'auto' }, customer[name])))),
    customer.deletedAt ? null : createElement('p', { class: 'actions spaced' },
      createButton(translate('customers.edit'), () => openEditForm(own, customer, tag), { key: 'edit-customer' }),
      isOwner ? [
        createButton(translate('customers.merge'), () => openMergeForm(path, customer), { variant: 'plain', key: 'merge' }),
        createButton(translate('customers.delete'), () => openDeleteForm(own, customer, restore), { variant: 'danger', key: 'delete-customer' }),
      ] : null));
}

function openEditForm(own, customer, tag) {
  openFormDialog({
    title: translate('customers.editTitle', { name: customer.name }), yes: translate('action.save'), fields: createCustomerFields(customer),
    act: async (values) => {
      const edited = Object.entries(readCustomer(values)).filter(([name, value]) => value !== customer[name]);
      await patch(own, Object.fromEntries(edited), tag);
      await refreshScreen();
    },
  });
}

function openDeleteForm(own, customer, restore) {
  openFormDialog({
    title: translate('customers.deleteTitle', { name: customer.name }), text: translate('customers.deleteText'), yes: translate('customers.delete'), isDanger: true,
    act: async () => {
      await remove(own);
      showToast(translate('customers.wasDeleted', { name: customer.name }), { label: translate('action.undo'), act: restore });
      await refreshScreen();
    },
  });
}

function openMergeForm(path, customer) {
  const other = createCustomerChoice(path, translate('customers.other'), customer.id);
  openFormDialog({
    title: translate('customers.mergeTitle', { name: customer.name }), text: translate('customers.mergeText'), yes: translate('customers.merge'), fields: [other.node],
    act: async (_, node) => {
      const chosen = other.getChosen();
      if (!chosen) return !showFieldError(node, 'customer', translate('customers.chooseFirst'));
      await post(`${path}/customers/${customer.id}/merge`, { customerId: chosen.id });
      showToast(translate('customers.merged', { name: chosen.name }));
      await refreshScreen();
      return true;
    },
  });
}

function renderChanges(own, page, zone) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'customer-changes' },
    createElement('h2', { id: 'customer-changes' }, translate('venue.history')),
    renderHistoryList(`${own}/changes`, page, (change) => renderChange(change, zone)));
}

function renderChange(change, zone) {
  const item = renderHistoryItem(translate(hasMessage(`customers.change.${change.kind}`) ? `customers.change.${change.kind}` : 'venue.newer', { kind: change.kind, name: change.after?.customer ?? '' }), change, zone);
  const [before, after] = [change.before ?? {}, change.after ?? {}];
  item.querySelector('.update-text').after(...FIELDS.filter((name) => name in before || name in after).map((name) => createElement('span', { class: 'secondary' },
    translate(`customers.field.${name}`), ': ', renderChangeOf(before[name] ?? translate('venue.unknown'), after[name] ?? translate('venue.unknown'), Object.keys(before).length === 0))));
  return item;
}

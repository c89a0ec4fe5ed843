/** The bills of an outing, on its page. */
import { get, Problem } from '../api.js';
import { describeBill } from '../bill-model.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatAmount } from '../money.js';
import { createButtonLink } from './controls.js';

/** Creates a section that appears once the outing has begun, or if it has a bill then. */
export function createBillSection(id) {
  const section = createElement('section', { class: 'section', 'aria-labelledby': 'bill' });
  section.hidden = true;
  const refresh = async (outing, options) => {
    if (!['happening', 'done', 'cancelled'].includes(outing.state) || !outing.myAttendance) return;
    try {
      show((await get(`/v1/outings/${id}/bills`, options)).items, outing);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  };
  function show(bills, outing) {
    section.hidden = bills.length === 0 && outing.state === 'cancelled';
    redraw(section, createElement('h2', { id: 'bill' }, translate('bill.title')),
      bills.length > 0 ? createElement('div', { class: 'group' }, bills.map((bill) => renderBill(bill, id)))
        : [createElement('p', { class: 'secondary spaced' }, translate('bill.offer')),
          createButtonLink(translate('bill.split'), `/outings/${id}/bill/edit`, { icon: 'receipt', key: 'split' })]);
  }
  return { section, refresh };
}

function renderBill(bill, outing) {
  return createElement('a', { class: 'setting', href: `/outings/${outing}/bill?bill=${bill.id}`, 'data-key': `bill-${bill.id}` }, createIcon('receipt'),
    createElement('span', { class: 'setting-body' }, createElement('span', {}, describeBill(bill)), createElement('bdi', { class: 'secondary' }, formatAmount(bill.totalMinor, bill.currency))),
    createIcon('chevron', 'mirrored chevron'));
}

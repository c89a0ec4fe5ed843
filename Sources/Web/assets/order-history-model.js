/** What happened to an order, as sentences. */
import { hasMessage, translate } from './localization.js';
import { formatAmount } from './money.js';
import { runsOrder } from './order-model.js';

/** Returns whether the viewer may read the order's history: it says who ordered what, so it is hidden like the dishes. */
export const canReadOrderHistory = (outing, order) => Boolean(order) && (order.linesVisible || runsOrder(outing, order));

/**
 * Returns what an event says. The actor stands beside it; a dish of the actor's own names no one.
 *
 * @param {any} event
 * @param {string} currency
 */
export function describeEvent(event, currency) {
  const { kind, name, actor, person, unitMinor = null, previousUnitMinor = null, quantity = null, previousQuantity } = event;
  if (!hasMessage(`orderHistory.${kind}`)) return translate('orderHistory.other');
  if (!kind.startsWith('line_')) return translate(`orderHistory.${kind}`);
  const dish = person && person.id !== actor?.id ? translate('orderHistory.dishOf', { dish: name, name: person.name }) : name;
  const values = { dish, count: quantity ?? 0, old: previousQuantity ?? 0 };
  if (kind !== 'line_edited') return translate(`orderHistory.${kind}`, values);
  const amount = (minor) => (minor === null ? translate('order.noPrice') : formatAmount(minor, currency));
  const isRepriced = unitMinor !== null || previousUnitMinor !== null;
  const parts = [
    quantity === null ? null : translate('orderHistory.counted', values),
    isRepriced ? translate('orderHistory.repriced', { dish, old: amount(previousUnitMinor), new: amount(unitMinor) }) : null,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : translate('orderHistory.line_edited', values);
}

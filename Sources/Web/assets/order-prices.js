/** Prices of an order that moved on the menu after the dishes were picked. They are for show: a line keeps the price at which it was picked. */
import { get, Problem } from './api.js';
import { getPickPrice, hasPick } from './menu-model.js';

/**
 * Adds the present price as `currentUnitMinor` to those lines whose price has moved.
 *
 * @param {any} order
 * @param {any[]} lines those of the order's lines that were picked from a former version of the menu
 */
export async function addCurrentPrices(order, lines) {
  let menu;
  try {
    ({ menu } = await get(`/v1/restaurants/${order.restaurant}/menu/versions/${order.menuVersion}`));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return; // the order is shown without them
  }
  if (menu.currency !== order.currency) return;
  for (const line of lines) {
    if (!hasPick(menu, line.pick)) continue;
    const price = getPickPrice(menu, line.pick, order.fulfilment);
    if (price !== line.unitMinor) line.currentUnitMinor = price;
  }
}

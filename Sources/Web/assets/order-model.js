/** The group order of an outing: what people may do with it. */
import { get, Problem } from './api.js';
import { isHost, isOver } from './outing-model.js';
import { getViewer } from './session.js';

const AMENDABLE = ['locked', 'placed', 'accepted'];
const REPRICED = ['open', 'locked'];

/** Fetches the order of an outing; null if there is none, undefined if that is not known without a network. */
export async function fetchOrder(outing, options) {
  try {
    return await get(getOrderPath(outing), options);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    if (error instanceof Problem && error.code === 'offline') return undefined;
    throw error;
  }
}

/** Fetches an order like {@link fetchOrder}, with the present price of each line whose price has moved on the menu since it was picked. */
export async function fetchOrderWithPrices(outing, options) {
  const order = await fetchOrder(outing, options);
  if (!order?.menuVersion || !REPRICED.includes(order.state)) return order;
  const outdated = order.lines.filter(({ pick, menuVersion }) => pick && menuVersion !== order.menuVersion);
  if (outdated.length === 0) return order;
  try {
    await (await import('./order-prices.js')).addCurrentPrices(order, outdated);
  } catch (error) {
    console.info(error); // the module did not come, as without a network
  }
  return order;
}

/** Returns the order with people's names as on the list, which tells hosts more about guests. */
export function withListedNames(order, attendees) {
  const names = new Map(attendees.filter(({ isUnnamed }) => !isUnnamed).map(({ person }) => [person.id, person.name]));
  return JSON.parse(JSON.stringify(order), (key, value) => (names.has(value?.id) ? { ...value, name: names.get(value.id) } : value));
}

export const getOrderPath = (outing) => `/v1/outings/${outing}/order`;

/** Returns the value of `If-Match` for a line or an order. */
export const getVersionTag = ({ version }) => `"${version}"`;

/** Returns whether the viewer runs the order: hosts, and the person that they named. */
export const runsOrder = (outing, order) => isHost(outing) || order.coordinator.id === getViewer()?.id;

export const canOpenOrder = (outing, order) => isHost(outing) && !isOver(outing) && (order === null || order?.state === 'cancelled');

/** Returns whether the viewer can pick dishes of their own. */
export function canPick(outing, order) {
  return order.takesPicks && isComing(outing.myAttendance);
}

export const isComing = (attendance) => ['attending', 'maybe'].includes(attendance?.status);

/** Returns whether the viewer can edit lines of others, too. */
export function canAmend(outing, order) {
  return runsOrder(outing, order) && (order.takesPicks || AMENDABLE.includes(order.state));
}

/** Returns the lines that the viewer eats from. */
export function getOwnLines({ lines }) {
  const me = getViewer()?.id;
  return lines.filter(({ own, sharers }) => own || sharers.some(({ person }) => person.id === me));
}

/** Returns the viewer's part of the known prices, in minor units. */
export function getOwnTotal(order) {
  const me = getViewer()?.id;
  return getOwnLines(order).reduce((sum, { totalMinor, sharers }) => {
    if (sharers.length === 0) return sum + (totalMinor ?? 0);
    const weight = sharers.find(({ person }) => person.id === me)?.weight ?? 0;
    return sum + Math.round((totalMinor ?? 0) * weight / sharers.reduce((all, one) => all + one.weight, 0));
  }, 0);
}

/** Returns whether the viewer's part exceeds the limit per head; the server may count the odd cent of a shared plate for another person. */
export function isOverLimit(order) {
  const limit = order.limitPerHeadMinor ?? null;
  return limit !== null && getOwnTotal(order) > limit;
}

/** Returns whether the deadline has passed. */
export const isPastDeadline = ({ closesAt }) => closesAt !== null && Date.parse(closesAt) <= Date.now();

/** Returns whether an order that is closed goes to its venue at its deadline. */
export const isPlacedLater = (order) => order.state === 'locked' && order.atDeadline === 'place' && order.closesAt !== null && !isPastDeadline(order) && order.rejection === null;

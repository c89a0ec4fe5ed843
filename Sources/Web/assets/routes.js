/**
 * The screens and their addresses. The screens that people open most come with the client, the others in groups of screens that belong
 * together, when one of a group is first shown.
 *
 * - `open`: visitors without a session may see it.
 * - `guests`: guests with a personal link to the outing in the address may see it, too.
 * - `devices`: a paired device may open it without a network.
 * - `tab`: the tab of the navigation to mark.
 * - `layout`: `app` shows the navigation, `docked` shows it in wide windows only (on phones, a bar takes its place), `solo` never does.
 */
import loadOutingScreen from './screens/outing.js';
import loadOutingsScreen from './screens/outings.js';
import loadUpdatesScreen from './screens/updates.js';

const about = () => import('./groups/about.js');
const account = () => import('./groups/account.js');
const bills = () => import('./groups/bills.js');
const board = () => import('./groups/board.js');
const dishes = () => import('./groups/dishes.js');
const invoices = () => import('./groups/invoices.js');
const orders = () => import('./groups/orders.js');
const outings = () => import('./groups/outings.js');
const people = () => import('./groups/people.js');
const places = () => import('./groups/places.js');
const planning = () => import('./groups/planning.js');
const records = () => import('./groups/records.js');
const receipts = () => import('./groups/receipts.js');
const series = () => import('./groups/series.js');
const venues = () => import('./groups/venues.js');

export const routes = [
  { path: '/', screen: () => loadOutingsScreen, tab: 'outings', open: true },
  { path: '/outings/new', screen: async () => (await planning()).newOuting, tab: 'new', layout: 'docked', open: true },
  { path: '/outings/{id}', screen: () => loadOutingScreen, tab: 'outings', guests: true, layout: 'docked' },
  { path: '/outings/{id}/bill', screen: async () => (await bills()).outingBill, tab: 'outings', guests: true },
  { path: '/outings/{id}/bill/edit', screen: async () => (await bills()).editBill, tab: 'outings', guests: true, layout: 'docked' },
  { path: '/outings/{id}/edit', screen: async () => (await planning()).editOuting, tab: 'outings', layout: 'docked' },
  { path: '/outings/{id}/history', screen: async () => (await outings()).outingHistory, tab: 'outings', guests: true },
  { path: '/outings/{id}/order/history', screen: async () => (await orders()).orderHistory, tab: 'outings', guests: true },
  { path: '/outings/{id}/order/menu', screen: async () => (await orders()).orderMenu, tab: 'outings', guests: true },
  { path: '/outings/{id}/order/receipt', screen: async () => (await receipts()).orderReceipt, tab: 'outings', guests: true },
  { path: '/outings/{id}/order/sheet', screen: async () => (await orders()).orderSheet, tab: 'outings', guests: true },
  { path: '/outings/{id}/people', screen: async () => (await outings()).outingPeople, tab: 'outings', guests: true },
  { path: '/outings/{id}/suggestions', screen: async () => (await outings()).outingSuggestions, tab: 'outings', guests: true },
  { path: '/orders', screen: async () => (await orders()).ownOrders, tab: 'you' },
  { path: '/series/{id}', screen: async () => (await series()).series, tab: 'outings' },
  { path: '/series/{id}/receipts', screen: async () => (await series()).seriesReceipts, tab: 'outings' },
  { path: '/series/{id}/edit', screen: async () => (await series()).editSeries, tab: 'outings' },
  { path: '/restaurants', screen: async () => (await places()).restaurants, tab: 'places', open: true },
  { path: '/restaurants/{id}', screen: async () => (await places()).restaurant, tab: 'places', open: true, layout: 'docked' },
  { path: '/restaurants/{id}/menu', screen: async () => (await dishes()).restaurantMenu, tab: 'places', open: true },
  { path: '/restaurants/{id}/claim', screen: async () => (await venues()).claim, tab: 'places' },
  { path: '/dishes', screen: async () => (await dishes()).dishes, tab: 'places', open: true },
  { path: '/dishes/{id}', screen: async () => (await dishes()).dish, tab: 'places', open: true, layout: 'docked' },
  { path: '/updates', screen: () => loadUpdatesScreen, tab: 'updates' },
  { path: '/circles/{id}', screen: async () => (await people()).circle, tab: 'you' },
  { path: '/friends', screen: async () => (await people()).friends, tab: 'you' },
  { path: '/venues', screen: async () => (await account()).venues, tab: 'you' },
  { path: '/venues/new', screen: async () => (await venues()).newVenue, tab: 'places' },
  { path: '/venues/{id}', screen: async () => (await venues()).venue, tab: 'you' },
  { path: '/venues/{id}/history', screen: async () => (await venues()).venueHistory, tab: 'you' },
  { path: '/venues/{id}/menu', screen: async () => (await venues()).menuEditor, tab: 'you', layout: 'docked' },
  { path: '/venues/{id}/people', screen: async () => (await venues()).venuePeople, tab: 'you' },
  { path: '/venues/{id}/stations', screen: async () => (await venues()).venueStations, tab: 'you' },
  { path: '/venues/{id}/customers', screen: async () => (await records()).venueCustomers, tab: 'you' },
  { path: '/venues/{id}/customers/{customerId}', screen: async () => (await records()).venueCustomer, tab: 'you' },
  { path: '/venues/{id}/filters', screen: async () => (await records()).venueFilters, tab: 'you' },
  { path: '/venues/{id}/invoices', screen: async () => (await invoices()).venueInvoices, tab: 'you' },
  { path: '/venues/{id}/invoices/{invoiceId}', screen: async () => (await invoices()).venueInvoice, tab: 'you' },
  { path: '/venues/{id}/records', screen: async () => (await records()).venueRecords, tab: 'you' },
  { path: '/venues/{id}/stock', screen: async () => (await venues()).venueStock, tab: 'you' },
  { path: '/venues/{id}/board', screen: async () => (await board()).board, layout: 'solo', open: true, devices: true },
  { path: '/pair', screen: async () => (await account()).pair, layout: 'solo', open: true },
  { path: '/settings', screen: async () => (await account()).settings, tab: 'you' },
  { path: '/sign-in', screen: async () => (await account()).signIn, layout: 'solo', open: true },
  { path: '/about', screen: async () => (await about()).about, tab: 'you', open: true },
  { path: '/privacy', screen: async () => (await about()).privacy, tab: 'you', open: true },
];

/** Returns `{ route, parameters }` for a path of the client, or null. */
export function matchRoute(path) {
  for (const route of routes) {
    const parameters = matchPattern(route.path, path);
    if (parameters) return { route, parameters };
  }
  return null;
}

function matchPattern(pattern, path) {
  const expected = pattern.split('/');
  const actual = path.replace(/(.)\/$/, '$1').split('/');
  if (expected.length !== actual.length) return null;
  const parameters = {};
  for (const [at, part] of expected.entries()) {
    if (!part.startsWith('{')) {
      if (part !== actual[at]) return null;
    } else if (actual[at]) {
      parameters[part.slice(1, -1)] = actual[at];
    } else {
      return null;
    }
  }
  return parameters;
}

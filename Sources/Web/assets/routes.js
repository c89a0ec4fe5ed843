/**
 * The screens and their addresses. A screen's module is loaded when the screen is first shown.
 *
 * - `open`: visitors without a session may see it.
 * - `guests`: guests with a personal link to the outing in the address may see it, too.
 * - `tab`: the tab of the navigation to mark.
 * - `layout`: `app` shows the navigation, `docked` shows it in wide windows only (on phones, a bar takes its place), `solo` never does.
 */
export const routes = [
  { path: '/', screen: () => import('./screens/outings.js'), tab: 'outings', open: true },
  { path: '/outings/new', screen: () => import('./screens/new-outing.js'), tab: 'new', layout: 'docked', open: true },
  { path: '/outings/{id}', screen: () => import('./screens/outing.js'), tab: 'outings', guests: true, layout: 'docked' },
  { path: '/outings/{id}/bill', screen: () => import('./screens/outing-bill.js'), tab: 'outings', guests: true },
  { path: '/outings/{id}/bill/edit', screen: () => import('./screens/edit-bill.js'), tab: 'outings', guests: true, layout: 'docked' },
  { path: '/outings/{id}/edit', screen: () => import('./screens/edit-outing.js'), tab: 'outings', layout: 'docked' },
  { path: '/outings/{id}/history', screen: () => import('./screens/outing-history.js'), tab: 'outings', guests: true },
  { path: '/outings/{id}/order/history', screen: () => import('./screens/order-history.js'), tab: 'outings', guests: true },
  { path: '/outings/{id}/order/sheet', screen: () => import('./screens/order-sheet.js'), tab: 'outings', guests: true },
  { path: '/outings/{id}/people', screen: () => import('./screens/outing-people.js'), tab: 'outings', guests: true },
  { path: '/outings/{id}/suggestions', screen: () => import('./screens/outing-suggestions.js'), tab: 'outings', guests: true },
  { path: '/series/{id}', screen: () => import('./screens/series.js'), tab: 'outings' },
  { path: '/series/{id}/edit', screen: () => import('./screens/edit-series.js'), tab: 'outings' },
  { path: '/restaurants', screen: () => import('./screens/restaurants.js'), tab: 'places', open: true },
  { path: '/restaurants/{id}', screen: () => import('./screens/restaurant.js'), tab: 'places', open: true, layout: 'docked' },
  { path: '/updates', screen: () => import('./screens/updates.js'), tab: 'updates' },
  { path: '/circles/{id}', screen: () => import('./screens/circle.js'), tab: 'you' },
  { path: '/friends', screen: () => import('./screens/friends.js'), tab: 'you' },
  { path: '/settings', screen: () => import('./screens/settings.js'), tab: 'you' },
  { path: '/sign-in', screen: () => import('./screens/sign-in.js'), layout: 'solo', open: true },
  { path: '/about', screen: () => import('./screens/about.js'), tab: 'you', open: true },
  { path: '/privacy', screen: () => import('./screens/privacy.js'), tab: 'you', open: true },
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

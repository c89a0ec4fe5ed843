/**
 * Responses of the person's own screens, cached for use without a network, in one browser cache per account. The cache is deleted on sign-out,
 * at the end of the session and when another person signs in.
 *
 * HTTP caches keep none of it, because the server sends `Cache-Control: no-store`.
 */
const PREFIX = 'seen-';
const MAX_RESPONSES = 300; // about 2 MB
const MAX_AGE_MS = 30 * 86_400_000;

/** The paths to cache: the person with their diets, their outings, orders, updates and people, and the restaurants, menus and dishes they opened, but no searches. */
const CACHEABLE = /^\/v1\/(me(\/(diets|orders))?$|outings|messages\/unread|updates|friends|circles|series|cuisines|restaurants\/[^/?]+(\/menu(\/versions\/\d+)?)?(\?|$)|dishes\/[^/?]+(\?|$))/;

let cacheName = null;
let cachedSince = null;

/** Returns when the oldest cached response since {@link resetCachedSince} was fetched; null if every response came from the server. */
export const getCachedSince = () => cachedSince;

export function resetCachedSince() {
  cachedSince = null;
}

/** Returns the path under which a response is cached: a restaurant's or a dish's without the time, which differs at each visit. */
function toCacheKey(path) {
  if (!/^\/v1\/(restaurants|dishes)\//.test(path)) return path;
  const url = new URL(path, location.origin);
  url.searchParams.delete('openAt');
  return url.pathname + url.search;
}

/** Caches a response `{ body, tag }`. The response of `/v1/me` determines the account whose cache is used. */
export async function saveResponse(path, response) {
  if (!globalThis.caches || !CACHEABLE.test(path)) return;
  try {
    if (path === '/v1/me') await openCacheOf(response.body.id);
    if (!cacheName) return;
    const cache = await caches.open(cacheName);
    await putResponse(cache, toCacheKey(path), { ...response, at: Date.now() });
    const requests = await cache.keys();
    await Promise.all(requests.slice(0, Math.max(0, requests.length - MAX_RESPONSES)).map((request) => cache.delete(request)));
  } catch {
    // Storage is full or unavailable: nothing is cached.
  }
}

/** Returns the last response for a path, or null. */
export async function findResponse(path) {
  if (!globalThis.caches || !CACHEABLE.test(path)) return null;
  try {
    cacheName ??= (await caches.keys()).find((name) => name.startsWith(PREFIX)) ?? null;
    if (!cacheName) return null;
    const cache = await caches.open(cacheName);
    const response = await (await cache.match(toCacheKey(path)) ?? await findNewestUpdates(cache, path))?.json();
    if (!response || Date.now() - response.at > MAX_AGE_MS) return null;
    cachedSince = Math.min(cachedSince ?? response.at, response.at);
    return response;
  } catch {
    return null;
  }
}

/** Changes the cached copies of an outing, so that a queued answer is shown as given. */
export async function updateCachedOuting(outing, change) {
  if (!cacheName) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path !== '/v1/outings' && path !== `/v1/outings/${outing}`) continue;
    const response = await (await cache.match(request)).json();
    const { body } = response;
    if (body.items) body.items = body.items.map((item) => (item.id === outing ? change(item) : item));
    await putResponse(cache, request, { ...response, body: body.id === outing ? change(body) : body });
  }
}

export async function clearOfflineCache() {
  cacheName = cachedSince = null;
  await deleteCachesExcept(null);
}

async function openCacheOf(account) {
  cacheName = PREFIX + account;
  await deleteCachesExcept(cacheName);
}

async function deleteCachesExcept(kept) {
  if (!globalThis.caches) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== kept).map((name) => caches.delete(name)));
}

function putResponse(cache, path, response) {
  return cache.put(path, new Response(JSON.stringify(response), { headers: { 'Content-Type': 'application/json' } }));
}

/** Returns the newest cached page of updates. Its address changes with each update. */
async function findNewestUpdates(cache, path) {
  if (!path.startsWith('/v1/updates')) return null;
  const pages = (await cache.keys()).filter((request) => new URL(request.url).pathname === '/v1/updates');
  return pages.length > 0 ? cache.match(pages.at(-1)) : null;
}

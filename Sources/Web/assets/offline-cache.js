/**
 * What was last seen, for when there is no network: answers to GET on the person's own screens, in the browser's cache, under
 * the account. It goes when they sign out, when the session ends, and when somebody else signs in.
 *
 * This is ours alone to read: `Cache-Control: no-store` keeps the same answers out of every HTTP cache.
 */
const PREFIX = 'seen-';
const MAX_RESPONSES = 300; // answers; some 2 MB
const MAX_AGE_MS = 30 * 86_400_000;

/** What may be kept: the person, their outings, news and people, and places they looked at; no search. */
const CACHEABLE = /^\/v1\/(me$|outings|messages\/unread|updates|friends|circles|series|cuisines|restaurants\/[^/?]+(\?|$))/;

let cacheName = null;
let cachedSince = null;

/** When the oldest was seen of what was taken from here since {@link forgetSince}; null: all is from the server. */
export const getCachedSince = () => cachedSince;

export function resetCachedSince() {
  cachedSince = null;
}

/** Keeps an answer `{ body, tag }`. The answer about oneself says whose all others are. */
export async function saveResponse(path, response) {
  if (!globalThis.caches || !CACHEABLE.test(path)) return;
  try {
    if (path === '/v1/me') await openCacheOf(response.body.id);
    if (!cacheName) return;
    const cache = await caches.open(cacheName);
    await putResponse(cache, path, { ...response, at: Date.now() });
    const requests = await cache.keys();
    await Promise.all(requests.slice(0, Math.max(0, requests.length - MAX_RESPONSES)).map((request) => cache.delete(request)));
  } catch {
    // no room, or storage is closed to us: then nothing is kept
  }
}

/** What was answered last, or null. */
export async function findResponse(path) {
  if (!globalThis.caches || !CACHEABLE.test(path)) return null;
  try {
    cacheName ??= (await caches.keys()).find((name) => name.startsWith(PREFIX)) ?? null;
    if (!cacheName) return null;
    const cache = await caches.open(cacheName);
    const response = await (await cache.match(path) ?? await findNewestUpdates(cache, path))?.json();
    if (!response || Date.now() - response.at > MAX_AGE_MS) return null;
    cachedSince = Math.min(cachedSince ?? response.at, response.at);
    return response;
  } catch {
    return null;
  }
}

/** Changes what was seen of an outing, alone and in lists: an answer that waits is shown as given. */
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

/** The end of the inbox moves on, and with it the address; the newest page of it will do. */
async function findNewestUpdates(cache, path) {
  if (!path.startsWith('/v1/updates')) return null;
  const pages = (await cache.keys()).filter((request) => new URL(request.url).pathname === '/v1/updates');
  return pages.length > 0 ? cache.match(pages.at(-1)) : null;
}

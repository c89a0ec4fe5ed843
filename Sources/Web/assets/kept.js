/**
 * What was last seen, for when there is no network: answers to GET on the person's own screens, in the browser's cache, under
 * the account. It goes when they sign out, when the session ends, and when somebody else signs in.
 *
 * This is ours alone to read: `Cache-Control: no-store` keeps the same answers out of every HTTP cache.
 */
const PREFIX = 'seen-';
const MOST = 300; // answers; some 2 MB
const OLDEST_MS = 30 * 86_400_000;

/** What may be kept: the person, their outings, news and people, and places they looked at; no search. */
const OWN = /^\/v1\/(me$|outings|messages\/unread|updates|friends|circles|series|cuisines|restaurants\/[^/?]+(\?|$))/;

let name = null;
let since = null;

/** When the oldest was seen of what was taken from here since {@link forgetSince}; null: all is from the server. */
export const keptSince = () => since;

export function forgetSince() {
  since = null;
}

/** Keeps an answer `{ body, tag }`. The answer about oneself says whose all others are. */
export async function keep(path, answer) {
  if (!globalThis.caches || !OWN.test(path)) return;
  try {
    if (path === '/v1/me') await keepFor(answer.body.id);
    if (!name) return;
    const cache = await caches.open(name);
    await put(cache, path, { ...answer, at: Date.now() });
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((oldest) => cache.delete(oldest)));
  } catch {
    // no room, or storage is closed to us: then nothing is kept
  }
}

/** What was answered last, or null. */
export async function kept(path) {
  if (!globalThis.caches || !OWN.test(path)) return null;
  try {
    name ??= (await caches.keys()).find((one) => one.startsWith(PREFIX)) ?? null;
    if (!name) return null;
    const cache = await caches.open(name);
    const answer = await (await cache.match(path) ?? await newest(cache, path))?.json();
    if (!answer || Date.now() - answer.at > OLDEST_MS) return null;
    since = Math.min(since ?? answer.at, answer.at);
    return answer;
  } catch {
    return null;
  }
}

/** Changes what was seen of an outing, alone and in lists: an answer that waits is shown as given. */
export async function changeKept(outing, changed) {
  if (!name) return;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path !== '/v1/outings' && path !== `/v1/outings/${outing}`) continue;
    const answer = await (await cache.match(request)).json();
    const { body } = answer;
    if (body.items) body.items = body.items.map((item) => (item.id === outing ? changed(item) : item));
    await put(cache, request, { ...answer, body: body.id === outing ? changed(body) : body });
  }
}

export async function forgetKept() {
  name = since = null;
  await removeBut(null);
}

async function keepFor(account) {
  name = PREFIX + account;
  await removeBut(name);
}

async function removeBut(own) {
  if (!globalThis.caches) return;
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith(PREFIX) && one !== own).map((one) => caches.delete(one)));
}

function put(cache, path, answer) {
  return cache.put(path, new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } }));
}

/** The end of the inbox moves on, and with it the address; the newest page of it will do. */
async function newest(cache, path) {
  if (!path.startsWith('/v1/updates')) return null;
  const pages = (await cache.keys()).filter((request) => new URL(request.url).pathname === '/v1/updates');
  return pages.length > 0 ? cache.match(pages.at(-1)) : null;
}

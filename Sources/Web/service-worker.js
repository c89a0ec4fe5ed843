/**
 * The service worker: caches the client for offline use, sends queued answers and shows push notifications.
 *
 * The server prepends `const SHELL = { version, screens, pages, files };` with the path and entity tag of every file of the client, and the
 * tags of `index.html` in each language. A changed client is therefore a changed worker, which fetches a complete shell of its own before it
 * takes over. All files of a page that this worker serves come from that one version.
 */

const SHELL_NAME = `shell-${SHELL.version}`;
const PAGE = '/';
const QUEUE = '/assets/answer-queue.js';

const policy = self.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => QUEUE });
importScripts(policy?.createScriptURL(QUEUE) ?? QUEUE);

self.addEventListener('install', (event) => event.waitUntil(cacheShell()));

self.addEventListener('activate', (event) => event.waitUntil(removeOlderShells()));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isScreenPath(pathname)) event.respondWith(servePage(request));
  } else if (Object.hasOwn(SHELL.files, pathname)) {
    event.respondWith(serveFile(pathname, request));
  }
});

// Background Sync: the browser reports that it is online again.
self.addEventListener('sync', (event) => {
  if (event.tag === self.answerQueue.tag) event.waitUntil(sendAnswers());
});

self.addEventListener('push', (event) => event.waitUntil(showMessage(parseMessage(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openWindow(event.notification.data?.path ?? '/updates'));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

/**
 * Caches the shell completely or fails, for example if a file is missing or changed meanwhile. The browser then retries at the next
 * visit.
 */
async function cacheShell() {
  const cache = await caches.open(SHELL_NAME);
  const files = Object.entries(SHELL.files).map(([path, tag]) => cacheFile(cache, path, [tag]));
  await Promise.all([cacheFile(cache, PAGE, SHELL.pages), ...files]);
}

/** Caches one file: from an older shell or the browser's HTTP cache if the tag matches, otherwise from the server. */
async function cacheFile(cache, path, tags) {
  const sources = [
    () => caches.match(path, { ignoreVary: true }),
    () => fetch(path, { cache: 'force-cache' }),
    () => fetch(path, { cache: 'no-cache' }),
  ];
  for (const source of sources) {
    const response = await source();
    if (response?.ok && tags.includes(getEntityTag(response))) return cache.put(path, response);
  }
  throw new Error(`${path} is of another version`);
}

/** Returns the entity tag of the content, which is the same with and without compression. */
function getEntityTag(response) {
  return (response.headers.get('ETag') ?? '').replace(/^W\//, '').replace(/-gz"$/, '"');
}

async function removeOlderShells() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shell-') && name !== SHELL_NAME).map((name) => caches.delete(name)));
}

function isScreenPath(path) {
  const parts = path.replace(/(.)\/$/, '$1').split('/');
  return SHELL.screens.some((screen) => {
    const pattern = screen.split('/');
    return pattern.length === parts.length && pattern.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]));
  });
}

/** Serves the page. If a newer worker is waiting and this is the only open window, the newer one takes over and serves a reload. */
async function servePage(request) {
  const { waiting } = self.registration;
  if (waiting && (await self.clients.matchAll({ type: 'window' })).length < 2) {
    waiting.postMessage('take over');
    return new Response('', { headers: { Refresh: '0' } });
  }
  return serveFile(PAGE, request);
}

/** Browsers may evict cached files when storage is low, so a missing file is fetched. */
async function serveFile(path, request) {
  return (await caches.match(path, { cacheName: SHELL_NAME, ignoreVary: true })) ?? fetch(request);
}

/**
 * Sends queued answers and dishes, and reports the outcomes to the open windows. Without an open window, a refusal becomes a notification; the next
 * page shows it too.
 */
async function sendAnswers() {
  const outcomes = await self.answerQueue.send();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const each of windows) each.postMessage({ kind: 'answers', outcomes });
  if (windows.length > 0 || self.Notification?.permission !== 'granted') return;
  for (const { answer, dish, refusal } of outcomes.filter((outcome) => outcome.refusal)) {
    const { title, outing, language } = answer ?? dish;
    await self.registration.showNotification(title, { body: refusal, tag: outing, lang: language, data: { path: `/outings/${outing}` } });
  }
}

/** Returns the pushed message, or a message with only the service's name if the data is unreadable. */
function parseMessage(data) {
  try {
    const message = data.json();
    if (typeof message.title === 'string' && message.title !== '') return message;
  } catch {
    // The data is missing or was not sent by this service.
  }
  return { title: 'Noonish', body: '', path: '/updates', outing: '', revision: 0, language: '' };
}

/** Shows one notification per outing: the newest one, even if an older one arrives later. */
async function showMessage(message) {
  const shown = await self.registration.getNotifications({ tag: message.outing });
  const later = shown.map((one) => one.data).find((other) => other?.revision > message.revision);
  const newest = later ?? message;
  await self.registration.showNotification(newest.title, {
    body: newest.body, tag: newest.outing, renotify: newest.outing !== '' && !later, lang: newest.language, data: newest,
  });
}

/** Focuses the window that already shows the path, or opens a new one. Ignores addresses of other origins. */
async function openWindow(path) {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return null;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === address.pathname);
  return there ? there.focus() : self.clients.openWindow(address.href);
}

/** Reports the new address after the push service has replaced a subscription. */
async function renewSubscription({ oldSubscription, newSubscription }) {
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/v1/subscriptions', {
    method: 'POST', credentials: 'same-origin', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'webPush', endpoint, keys }),
  });
}

/**
 * Runs without a page: keeps the client itself for when there is no network, sends answers that waited, shows what is pushed.
 *
 * The server puts `const SHELL = { version, screens, pages, files };` in front: every file of the client with the tag of its
 * contents, and the tags of the one page in each language. So a changed client is a changed worker, which fetches its own whole
 * shell before it takes over. A page that this worker answers gets all its files from this one version, never a mix.
 */

const SHELL_NAME = `shell-${SHELL.version}`;
const PAGE = '/';
const QUEUE = '/assets/answer-queue.js';

const scripts = self.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => QUEUE });
importScripts(scripts?.createScriptURL(QUEUE) ?? QUEUE);

self.addEventListener('install', (event) => event.waitUntil(keepShell()));

self.addEventListener('activate', (event) => event.waitUntil(removeOlderShells()));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(page(request));
  } else if (Object.hasOwn(SHELL.files, pathname)) {
    event.respondWith(kept(pathname, request));
  }
});

// The browser says that there is a network again (Background Sync).
self.addEventListener('sync', (event) => {
  if (event.tag === self.answerQueue.tag) event.waitUntil(sendAnswers());
});

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/updates'));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)));

/** All or nothing: where one file does not come, or is of another version by now, the browser tries again at the next visit. */
async function keepShell() {
  const cache = await caches.open(SHELL_NAME);
  const files = Object.entries(SHELL.files).map(([path, tag]) => keep(cache, path, [tag]));
  await Promise.all([keep(cache, PAGE, SHELL.pages), ...files]);
}

/** From an older shell, or from what the browser has just loaded for the page, where it is the right one; else from the server. */
async function keep(cache, path, tags) {
  const sources = [
    () => caches.match(path, { ignoreVary: true }),
    () => fetch(path, { cache: 'force-cache' }),
    () => fetch(path, { cache: 'no-cache' }),
  ];
  for (const source of sources) {
    const response = await source();
    if (response?.ok && tags.includes(tagOf(response))) return cache.put(path, response);
  }
  throw new Error(`${path} is of another version`);
}

/** The tag of the contents, whether or not they came compressed. */
function tagOf(response) {
  return (response.headers.get('ETag') ?? '').replace(/^W\//, '').replace(/-gz"$/, '"');
}

async function removeOlderShells() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shell-') && name !== SHELL_NAME).map((name) => caches.delete(name)));
}

function isScreen(path) {
  const given = path.replace(/(.)\/$/, '$1').split('/');
  return SHELL.screens.some((screen) => {
    const wanted = screen.split('/');
    return wanted.length === given.length && wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]));
  });
}

/** A newer worker that waits takes over here, while the only page of ours is being left: it is asked for once more. */
async function page(request) {
  const { waiting } = self.registration;
  if (waiting && (await self.clients.matchAll({ type: 'window' })).length < 2) {
    waiting.postMessage('take over');
    return new Response('', { headers: { Refresh: '0' } });
  }
  return kept(PAGE, request);
}

/** Browsers may drop what is kept when space is short. */
async function kept(path, request) {
  return (await caches.match(path, { cacheName: SHELL_NAME, ignoreVary: true })) ?? fetch(request);
}

/** Pages that are open say how it went; without one, a refusal is shown, and told by the next page too. */
async function sendAnswers() {
  const outcomes = await self.answerQueue.send();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const each of windows) each.postMessage({ kind: 'answers', outcomes });
  if (windows.length > 0 || self.Notification?.permission !== 'granted') return;
  for (const { answer, refusal } of outcomes.filter((outcome) => outcome.refusal)) {
    await self.registration.showNotification(answer.title, {
      body: refusal, tag: answer.outing, lang: answer.language, data: { path: `/outings/${answer.outing}` },
    });
  }
}

/** What the server sends; the bare name of the service where that cannot be read. */
function read(data) {
  try {
    const news = data.json();
    if (typeof news.title === 'string' && news.title !== '') return news;
  } catch {
    // Not ours, or nothing at all.
  }
  return { title: 'Noonish', body: '', path: '/updates', outing: '', revision: 0, language: '' };
}

/** One notification for each outing: the newest, also where an older one arrives after it. */
async function show(news) {
  const shown = await self.registration.getNotifications({ tag: news.outing });
  const later = shown.map((one) => one.data).find((other) => other?.revision > news.revision);
  const told = later ?? news;
  await self.registration.showNotification(told.title, {
    body: told.body, tag: told.outing, renotify: told.outing !== '' && !later, lang: told.language, data: told,
  });
}

/** The window that shows the page already, or a new one. Never another site's page, whatever the message says. */
async function open(path) {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return null;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === address.pathname);
  return there ? there.focus() : self.clients.openWindow(address.href);
}

/** The push service moved the browser to another address, which the server has to know. */
async function subscribeAnew({ oldSubscription, newSubscription }) {
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/v1/subscriptions', {
    method: 'POST', credentials: 'same-origin', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'webPush', endpoint, keys }),
  });
}

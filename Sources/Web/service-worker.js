/**
 * Runs without a page: shows what is pushed and opens what is touched.
 *
 * Every push shows something, whatever came: browsers take the permission back from those who are woken and show nothing.
 */

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/updates'));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)));

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

/** The current person or guest, and their number of unread updates. */
import { get, getAll, inTurn, patch, post, Problem } from './api.js';
import { chooseLanguage, region } from './localization.js';
import { clearOfflineCache } from './offline-cache.js';
import { localTimeZone } from './time.js';

// The marks of the cookies of sessions and of guests' links, which are themselves out of reach of scripts.
const SESSION_MARK = /(?:^|; )(?:__Host-|noonish-)m=1/;
const GUEST_MARK = /(?:^|; )(?:__Host-|noonish-)n=1/;
const UPDATES_PER_PAGE = 100; // the server's own limit

const listeners = new Set();
let person;
let guest = null;
let unread = [];
let inboxEnd;
let lastInboxRequest = Promise.resolve();
let hasOlderUpdates = false;
let reportInboxRead;
const inboxRead = new Promise((done) => {
  reportInboxRead = done;
});

/** Returns the signed-in person; null for visitors, undefined before the first response of the server. */
export const getCurrentPerson = () => person;
export const getUnreadCount = () => unread.length;

/** Returns the signed-in person, or the guest whose outing is open; null for visitors. */
export const getViewer = () => person ?? guest?.person ?? null;

/** Adds a listener for changes of the person, the guest or the number of unread updates. */
export function onSessionChange(listener) {
  listeners.add(listener);
}

/**
 * Fetches the signed-in person and switches to their language. Returns null for visitors, without a request if the browser has no session.
 * With this refusal of a session that has ended, the server deletes its cookies.
 */
export async function loadPerson() {
  try {
    person = SESSION_MARK.test(document.cookie) ? await inTurn(() => get('/v1/me')) : null;
    if (person?.locale) await chooseLanguage(person.locale);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    person = null;
  }
  if (!person) await clearOfflineCache(); // The session has ended.
  notifyListeners();
  return person;
}

/**
 * Fetches the guest of an outing, who is identified by the cookie of their personal link. Returns null for strangers to the outing, without a
 * request if the browser has no such cookie.
 */
export async function loadGuest(outing) {
  if (guest?.outing === outing) return guest.person;
  if (!GUEST_MARK.test(document.cookie)) return null;
  try {
    const { myAttendance } = await get(`/v1/outings/${encodeURIComponent(outing)}`);
    guest = myAttendance ? { outing, person: myAttendance.person } : null;
  } catch (error) {
    if (!(error instanceof Problem) || ![401, 404].includes(error.status)) throw error;
    guest = null;
  }
  notifyListeners();
  return getViewer();
}

/** Loads the person after a sign-in, and sets a missing time zone or language to that of the device. */
export async function completeSignIn() {
  await loadPerson();
  const missing = { timeZone: localTimeZone, locale: region };
  for (const name of Object.keys(missing)) if (person?.[name]) delete missing[name];
  if (person && Object.keys(missing).length > 0) setPerson(await patch('/v1/me', missing));
  return person;
}

export function setPerson(changed) {
  person = changed;
  notifyListeners();
}

export function clearSession() {
  clearOfflineCache();
  person = guest = null;
  unread = [];
  inboxEnd = undefined;
  notifyListeners();
}

/** Sets the number of the newest update. Updates are numbered from 1 without gaps. */
export function setInboxEnd(seq) {
  inboxEnd = Math.max(inboxEnd ?? 0, seq);
}

/**
 * Fetches updates before `before`, or the newest ones.
 *
 * Until the stream has reported the newest update, this reads the list from its beginning.
 *
 * @returns {Promise<{ items: any[], hasOlder: boolean }>} the newest first
 */
export const getUpdates = (how) => afterLastInboxRequest(() => fetchUpdates(how));

async function fetchUpdates({ before, signal } = {}) {
  const end = before ? before - 1 : inboxEnd;
  const after = end === undefined ? 0 : Math.max(0, end - UPDATES_PER_PAGE);
  const items = end === undefined
    ? await getAll('/v1/updates?folded=true', { signal })
    : (await get(`/v1/updates?folded=true&after=${after}&limit=${UPDATES_PER_PAGE}`, { signal })).items;
  const newestFirst = items.filter((update) => !before || update.seq < before).reverse();
  if (!before) {
    if (newestFirst.length > 0) setInboxEnd(newestFirst[0].seq);
    setUnread(newestFirst.filter((update) => !update.read));
    hasOlderUpdates = after > 0;
    reportInboxRead();
  }
  return { items: newestFirst, oldest: after + 1, hasOlder: after > 0 };
}

/** Marks the updates of an outing as read, for a person who sees it, if any are unread. A failure does no harm: they stay unread. */
export async function markOutingRead(id) {
  await inboxRead;
  if (!hasOlderUpdates && !unread.some(({ outing }) => outing?.id === id)) return;
  try {
    await afterLastInboxRequest(() => post('/v1/updates/read', { upTo: Number.MAX_SAFE_INTEGER, outing: id }));
    setUnread(unread.filter(({ outing }) => outing?.id !== id));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** Sets the unread updates, whose number the navigation shows. */
export function setUnread(updates) {
  const isChanged = updates.length !== unread.length;
  unread = updates;
  if (isChanged) notifyListeners();
}

export function addUnread(update) {
  setUnread([...unread, update]);
}

/** Sends one request about the inbox after another, so that no list from before a mark arrives after it. */
function afterLastInboxRequest(send) {
  const request = lastInboxRequest.then(send);
  lastInboxRequest = request.catch(() => null);
  return request;
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

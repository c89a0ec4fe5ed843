/** Who is signed in, or came by a personal link, and how many updates they have not read. One of each to a page. */
import { get, getAll, patch, Problem } from './api.js';
import { clearOfflineCache } from './offline-cache.js';
import { localTimeZone } from './time.js';
import { chooseLanguage, region } from './localization.js';

const UPDATES_PER_PAGE = 100; // the server's own limit

const listeners = new Set();
let person;
let guest = null;
let unreadCount = 0;
let inboxEnd;

/** The person signed in; null for a visitor, undefined before the server was asked. */
export const getCurrentPerson = () => person;
export const getUnreadCount = () => unreadCount;

/** Whoever reads: the person signed in, or the guest whose outing is open; null for a visitor. */
export const getViewer = () => person ?? guest?.person ?? null;

/** Calls back when the person, the guest or the count changes. */
export function onSessionChange(listener) {
  listeners.add(listener);
}

/** Asks the server who this is; null for a visitor. Speaks the language they chose from then on. */
export async function loadPerson() {
  try {
    person = await get('/v1/me');
    if (person.locale) await chooseLanguage(person.locale);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    person = null;
    await clearOfflineCache(); // of whoever's session is over
  }
  notifyListeners();
  return person;
}

/** Asks who somebody without an account is on an outing, by the personal link that they came by; null for a stranger to it. */
export async function loadGuest(outing) {
  if (guest?.outing === outing) return guest.person;
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

/** After sign-in: who has not said where they are and what they speak is where this device is, and speaks as it does. */
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
  unreadCount = 0;
  inboxEnd = undefined;
  notifyListeners();
}

/** The stream says where the inbox ends; it counts from 1 without gaps. */
export function setInboxEnd(seq) {
  inboxEnd = Math.max(inboxEnd ?? 0, seq);
}

/**
 * Updates before `before` (or the newest), newest first, and whether there are older ones. Before the stream has
 * told the end, the inbox is read from its start.
 */
export async function getUpdates({ before, signal } = {}) {
  const end = before ? before - 1 : inboxEnd;
  const after = end === undefined ? 0 : Math.max(0, end - UPDATES_PER_PAGE);
  const items = end === undefined
    ? await getAll('/v1/updates', { signal })
    : (await get(`/v1/updates?after=${after}&limit=${UPDATES_PER_PAGE}`, { signal })).items;
  const newestFirst = items.filter((update) => !before || update.seq < before).reverse();
  if (!before) {
    if (newestFirst.length > 0) setInboxEnd(newestFirst[0].seq);
    setUnreadCount(newestFirst.filter((update) => !update.read).length);
  }
  return { items: newestFirst, hasOlder: after > 0 };
}

export function setUnreadCount(count) {
  if (count === unreadCount) return;
  unreadCount = count;
  notifyListeners();
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

/** Who is signed in, and how many updates they have not read. One of each to a page. */
import { all, get, patch, Problem } from './api.js';
import { here } from './time.js';

const listeners = new Set();
let person;
let unread = 0;

/** The person signed in; null for a visitor, undefined before the server was asked. */
export const me = () => person;
export const unreadCount = () => unread;

/** Calls back when the person or the count changes. */
export function onSessionChange(listener) {
  listeners.add(listener);
}

/** Asks the server who this is; null for a visitor. */
export async function findPerson() {
  try {
    person = await get('/v1/me');
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    person = null;
  }
  tell();
  return person;
}

/** After sign-in: a person who has not said where they are is where this device is. */
export async function arrive() {
  await findPerson();
  if (person && !person.timeZone) setPerson(await patch('/v1/me', { timeZone: here }));
  return person;
}

export function setPerson(changed) {
  person = changed;
  tell();
}

export function forgetPerson() {
  person = null;
  unread = 0;
  tell();
}

/** Every update, newest first; keeps the count of the unread true. */
export async function updates(options) {
  const items = await all('/v1/updates', options);
  items.sort((one, other) => other.seq - one.seq);
  setUnread(items.filter((update) => !update.read).length);
  return items;
}

export function setUnread(count) {
  if (count === unread) return;
  unread = count;
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

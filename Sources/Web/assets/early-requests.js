/**
 * Requests that the first screen is going to send. This module imports nothing and runs first, so that the responses come while the rest of
 * the client waits for the messages of the catalogue, and not one after another after them.
 */

// The marks of the cookies of sessions and of guests' links, which are themselves out of reach of scripts.
export const SESSION_MARK = /(?:^|; )(?:__Host-|noonish-)m=1/;
export const GUEST_MARK = /(?:^|; )(?:__Host-|noonish-)n=1/;

const CLIENT = 'web/0.1.0';
const OUTING = /^\/outings\/(?!new$)[^/]+$/;

const LANGUAGE_KEY = 'noonish.language';

const responses = new Map();

/** Returns the headers of a request for data. */
export const createHeaders = (locale, accept = 'application/json') => ({
  Accept: `${accept}, application/problem+json`, 'Accept-Language': locale, 'Noonish-Client': CLIENT,
});

/**
 * Sends a request whose response sets or deletes the session's cookies. Windows take turns, so that the late refusal of a session that has
 * ended does not delete the cookies of a newer one.
 */
export const inTurn = (send) => (navigator.locks ? navigator.locks.request('noonish.session', send) : send());

/** Returns the language of a locale: "en" of "en-GB". */
export const getLanguage = (locale) => locale.split('-')[0].toLowerCase();

/** Returns the response to an early request, once; undefined if there was none. */
export function takeEarlyResponse(path) {
  const response = responses.get(path);
  responses.delete(path);
  return response;
}

/** Drops what the first screen did not need, because it becomes outdated. */
export const dropEarlyResponses = () => responses.clear();

/** Returns the locale that was chosen on this device, or that of the page. */
export function getChosenLocale() {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? document.documentElement.lang;
  } catch {
    return document.documentElement.lang; // storage may be unavailable
  }
}

export const storeLocale = (locale) => localStorage.setItem(LANGUAGE_KEY, locale);

function send(path, take = (get) => get()) {
  const response = take(() => fetch(path, { credentials: 'same-origin', redirect: 'error', headers: createHeaders(getChosenLocale()) }));
  response.catch(() => null); // the request that takes the response handles the failure
  responses.set(path, response);
  return response;
}

/** Sends what tells who the person is, and after it what needs a session or a link, so that one that has ended is refused once. */
async function sendAll() {
  send(`/locales/${getLanguage(getChosenLocale())}.json`);
  const outing = OUTING.test(location.pathname) ? `/v1${location.pathname}` : null;
  const isMember = SESSION_MARK.test(document.cookie);
  if (!isMember && !(outing && GUEST_MARK.test(document.cookie))) return;
  const first = await (isMember ? send('/v1/me', inTurn) : send(outing));
  if (!first.ok) return;
  if (outing) {
    if (isMember) send(outing);
    for (const part of ['attendees?limit=100', 'suggestions', 'polls', 'order', 'messages']) send(`${outing}/${part}`);
  } else if (location.pathname === '/') {
    for (const path of ['outings?when=upcoming&limit=100', 'outings?when=past&limit=3', 'series', 'messages/unread']) send(`/v1/${path}`);
  }
}

sendAll().catch(() => null); // the screen reports the failure

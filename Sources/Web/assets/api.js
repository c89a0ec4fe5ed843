/** Requests to the server: same-origin JSON under `/v1`, authenticated by cookie. */
import { region, translate } from './localization.js';
import { findResponse, saveResponse } from './offline-cache.js';

const CLIENT = 'web/0.1.0';
const TIMEOUT_MS = 20_000; // longer than the server's own limit on a request, so that its response arrives first

/** An unsuccessful response as problem details (RFC 9457), or a request without a response (`code` is `offline`). */
export class Problem extends Error {
  constructor({ status = 0, code = '', title = '', detail = '', errors = [], ways = [], orders = [], unitMinor = null, byMinor = null, faults = 0, restaurant = null, invoice = null }) {
    super(detail || title || translate('problem.unknown'));
    Object.assign(this, { status, code, errors, ways, orders, unitMinor, byMinor, faults, restaurant, invoice });
  }
}

/**
 * Fetches a resource. Without a network, returns the cached response. With `isFresh`, the server is asked even if it allows the browser to take its
 * former response for a while.
 *
 * @returns {Promise<{ body: any, tag: string }>} the resource and its entity tag for `If-Match`
 */
export async function read(path, { signal, isFresh = false } = {}) {
  try {
    const response = await request('GET', path, { signal, cache: isFresh ? 'no-cache' : 'default' });
    saveResponse(path, response);
    return response;
  } catch (error) {
    const cached = error instanceof Problem && error.code === 'offline' ? await findResponse(path) : null;
    if (!cached) throw error;
    return cached;
  }
}

/**
 * Fetches a resource that is read every few seconds. It is not cached, so that nothing old is taken for new.
 *
 * @param {string | null} knownTag the entity tag of what the caller has
 * @returns {Promise<{ body: any, tag: string } | null>} null if it has not changed
 */
export async function readIfChanged(path, knownTag, { signal } = {}) {
  try {
    return await request('GET', path, { signal, headers: knownTag ? { 'If-None-Match': knownTag } : {} });
  } catch (error) {
    if (error instanceof Problem && error.status === 304) return null;
    throw error;
  }
}

/** Fetches the body of a resource; see {@link read}. */
export async function get(path, options) {
  return (await read(path, options)).body;
}

/** Fetches all pages of a list and returns its items. Only for lists that the server bounds, such as attendees, friends and outings. */
export async function getAll(path, options) {
  const items = [];
  let cursor = null;
  do {
    const address = new URL(path, location.origin);
    address.searchParams.set('limit', '100');
    if (cursor) address.searchParams.set('cursor', cursor);
    const page = await get(address.pathname + address.search, options);
    items.push(...page.items);
    cursor = page.next ?? null;
  } while (cursor);
  return items;
}

/** Creates a resource. Safe to repeat: for the same idempotency key, the server repeats its first response. */
export async function post(path, body = {}, tag = null, key = createIdempotencyKey()) {
  const headers = { 'Idempotency-Key': key };
  if (tag) headers['If-Match'] = tag;
  return (await retryOnce(() => request('POST', path, { body, headers }))).body;
}

/** Replaces a resource. With an idempotency key, a repetition does not overwrite what another person has written since. */
export async function put(path, body = {}, { key: idempotencyKey, tag } = {}) {
  const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
  if (tag) headers['If-Match'] = tag;
  return (await retryOnce(() => request('PUT', path, { body, headers }))).body;
}

/** Replaces a resource with a file, with a tag only in that state. */
export async function upload(path, file, tag = null) {
  return (await request('PUT', path, { file, headers: { 'Content-Type': file.type, ...(tag ? { 'If-Match': tag } : {}) } })).body;
}

/** Changes the given fields (RFC 7396). */
export async function patch(path, body, tag) {
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  if (tag) headers['If-Match'] = tag;
  return (await request('PATCH', path, { body, headers })).body;
}

/** Removes a resource, with a tag only in that state. */
export async function remove(path, tag = null) {
  return (await request('DELETE', path, { headers: tag ? { 'If-Match': tag } : {} })).body;
}

/** Fetches a resource as text of a type other than JSON. */
export async function getText(path) {
  return (await request('GET', path, { accept: 'text/plain' })).text;
}

/**
 * Sends a request whose response sets or deletes the session's cookies. Windows take turns, so that the late refusal of a session that has
 * ended does not delete the cookies of a newer one.
 */
export const inTurn = (send) => (navigator.locks ? navigator.locks.request('noonish.session', send) : send());

async function request(method, path, { body, file, headers = {}, signal, cache = 'default', accept = 'application/json' } = {}) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      redirect: 'error',
      cache,
      headers: {
        Accept: `${accept}, application/problem+json`,
        'Accept-Language': region,
        'Noonish-Client': CLIENT,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? file : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem({ code: 'offline', detail: translate(method === 'GET' ? 'problem.offline' : 'problem.notSent') });
  }
  const text = await response.text();
  const content = parseBody(response, text);
  if (!response.ok) throw createProblem(response, content);
  return { body: content, text, tag: response.headers.get('ETag') };
}

function parseBody(response, text) {
  const type = response.headers.get('Content-Type') ?? '';
  if (text === '' || !type.includes('json')) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem({ status: response.status, code: 'not_json' });
  }
}

function createProblem(response, content) {
  const details = content ?? {};
  // Other limits, such as one a day, explain themselves.
  if (response.status === 429 && (details.code ?? 'too_many_requests') === 'too_many_requests') {
    const seconds = Number(response.headers.get('Retry-After')) || 0;
    return new Problem({ ...details, status: 429, detail: translate('problem.tooMany', { seconds }) });
  }
  // The detail of an internal error is not written for people.
  const detail = response.status === 500 ? translate('problem.unknown') : details.detail;
  return new Problem({ ...details, detail, status: response.status });
}

/** Sends once more if the network failed before a response arrived. */
async function retryOnce(send) {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'offline') throw error;
    return send();
  }
}

/** Creates a random key. `randomUUID` is missing on plain http outside localhost. */
export function createIdempotencyKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

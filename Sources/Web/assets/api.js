/** The way to the server: same-origin JSON under `/v1`, signed in by cookie. */
import { findResponse, saveResponse } from './offline-cache.js';
import { region, translate } from './localization.js';

const CLIENT = 'web/0.1.0';
const TIMEOUT_MS = 20_000; // longer than the server's own limit on a request, so its answer arrives first

/** An answer that is no success, in words (RFC 9457), or no answer at all (`code` is `offline`). */
export class Problem extends Error {
  constructor({ status = 0, code = '', title = '', detail = '', errors = [], ways = [] }) {
    super(detail || title || translate('problem.unknown'));
    Object.assign(this, { status, code, errors, ways });
  }
}

/** `{ body, tag }`: what is there and the tag that `If-Match` wants; without a network, what was last seen of it. */
export async function read(path, { signal } = {}) {
  try {
    const response = await request('GET', path, { signal });
    saveResponse(path, response);
    return response;
  } catch (error) {
    const cached = error instanceof Problem && error.code === 'offline' ? await findResponse(path) : null;
    if (!cached) throw error;
    return cached;
  }
}

/** What is there; the common case of {@link read}. */
export async function get(path, options) {
  return (await read(path, options)).body;
}

/** Every item of a list, page after page. For lists that the server bounds (attendees, friends, outings). */
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

/** Makes something. Safe to send again: the key lets the server answer a repetition with the first answer. */
export async function post(path, body = {}, tag = null) {
  const headers = { 'Idempotency-Key': createIdempotencyKey() };
  if (tag) headers['If-Match'] = tag;
  return (await retryOnce(() => request('POST', path, { body, headers }))).body;
}

/** Replaces something; safe to send again by its nature, and with a key also after somebody replaced it once more. */
export async function put(path, body = {}, { key: idempotencyKey } = {}) {
  const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
  return (await retryOnce(() => request('PUT', path, { body, headers }))).body;
}

/** Replaces something by a file. */
export async function upload(path, file) {
  return (await request('PUT', path, { file, headers: { 'Content-Type': file.type } })).body;
}

/** Changes the fields that are named (RFC 7396). */
export async function patch(path, body, tag) {
  const headers = { 'Content-Type': 'application/merge-patch+json' };
  if (tag) headers['If-Match'] = tag;
  return (await request('PATCH', path, { body, headers })).body;
}

export async function remove(path) {
  return (await request('DELETE', path)).body;
}

async function request(method, path, { body, file, headers = {}, signal } = {}) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      redirect: 'error',
      headers: {
        Accept: 'application/json, application/problem+json',
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
  const content = await parseBody(response);
  if (!response.ok) throw createProblem(response, content);
  return { body: content, tag: response.headers.get('ETag') };
}

async function parseBody(response) {
  const type = response.headers.get('Content-Type') ?? '';
  const text = await response.text();
  if (text === '' || !type.includes('json')) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem({ status: response.status, code: 'not_json' });
  }
}

function createProblem(response, content) {
  const told = content ?? {};
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After')) || 0;
    return new Problem({ ...told, status: 429, detail: translate('problem.tooMany', { seconds }) });
  }
  // What broke inside has no words of its own for people, in any language.
  const detail = response.status === 500 ? translate('problem.unknown') : told.detail;
  return new Problem({ ...told, detail, status: response.status });
}

/** Once more if the network failed before an answer came. */
async function retryOnce(send) {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'offline') throw error;
    return send();
  }
}

/** A random key, also where `randomUUID` is missing: a page from plain http on another host than this one. */
export function createIdempotencyKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

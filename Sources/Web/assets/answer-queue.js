/**
 * Answers that wait for a connection: kept by the browser, one to an outing, and sent once.
 *
 * The page reads this as a module and the service worker as a script, so it imports and exports nothing: it sets
 * `answerQueue`. A kept answer is `{ outing, account, title, host, isHost, language, key, body, at, refusal? }`; one with a
 * `refusal`, the server's words, is sent no more and waits to be read.
 */
self.answerQueue = (() => {
  const NAME = 'noonish';
  const STORE = 'answers';
  const TIMEOUT_MS = 20_000; // longer than the server's own limit on a request
  const LATER = new Set([408, 425, 429, 500, 502, 503, 504]); // says nothing of the answer itself

  const settled = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

  async function store(mode, work) {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'outing' });
    const database = await settled(opening);
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  }

  const add = (answer) => store('readwrite', (answers) => settled(answers.put(answer)));
  const all = () => store('readonly', (answers) => settled(answers.getAll()));
  const remove = (outing) => store('readwrite', (answers) => settled(answers.delete(outing)));

  /** What has been answered anew while this one was on its way stays. */
  const settle = ({ outing, key }, refusal) => store('readwrite', async (answers) => {
    const now = await settled(answers.get(outing));
    if (now?.key !== key) return;
    await settled(refusal ? answers.put({ ...now, refusal }) : answers.delete(outing));
  });

  /** Others' answers go when somebody else has come. */
  async function keepOnly(account) {
    for (const answer of await all()) if (answer.account !== account) await remove(answer.outing);
  }

  async function account() {
    const response = await fetch('/v1/me', { credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? (await response.json()).id : null;
  }

  /** `{ answer, attendance }` where it was taken, `{ answer, refusal }` where it was not, null where it is to be sent later. */
  async function sent(answer) {
    const response = await fetch(`/v1/outings/${answer.outing}/attendance`, {
      method: 'PUT',
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json, application/problem+json', 'Accept-Language': answer.language,
        'Content-Type': 'application/json', 'Idempotency-Key': answer.key,
      },
      body: JSON.stringify(answer.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const told = await response.json().catch(() => ({}));
    if (response.ok) return { answer, attendance: told };
    if (response.status === 401 || told.code === 'in_flight' || LATER.has(response.status)) return null;
    return { answer, refusal: told.detail ?? told.title ?? String(response.status) };
  }

  async function sendAll() {
    const waiting = (await all()).filter((answer) => !answer.refusal);
    if (waiting.length === 0) return [];
    const present = await account();
    const outcomes = [];
    for (const answer of waiting.filter((one) => one.account === present)) {
      const outcome = await sent(answer);
      if (!outcome) continue;
      await settle(answer, outcome.refusal);
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /**
   * Sends what waits, one sender at a time among all windows and the worker. The key lets the server answer a repetition with
   * the first answer, so one whose acknowledgement was lost counts once.
   *
   * @returns {Promise<any[]>} what became of those that were answered; fails where there is no network
   */
  const send = () => (navigator.locks ? navigator.locks.request('noonish.answers', sendAll) : sendAll());

  return { tag: 'answers', add, all, remove, keepOnly, send };
})();

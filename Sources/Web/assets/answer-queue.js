/**
 * Answers that wait for a connection. The browser stores one per outing and sends each once.
 *
 * The page loads this file as a module and the service worker as a script. It therefore has no imports or exports and sets the global
 * `answerQueue` instead. A queued answer is `{ outing, account, title, host, isHost, language, key, body, at, refusal? }`. An answer with a
 * `refusal`, the server's explanation, is not sent again and stays until the person dismisses it.
 */
self.answerQueue = (() => {
  const NAME = 'noonish';
  const STORE = 'answers';
  const TIMEOUT_MS = 20_000; // longer than the server's own limit on a request
  const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504]); // statuses that do not concern the answer itself

  const promisify = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

  async function withStore(mode, work) {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'outing' });
    const database = await promisify(opening);
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  }

  const add = (answer) => withStore('readwrite', (answers) => promisify(answers.put(answer)));
  const all = () => withStore('readonly', (answers) => promisify(answers.getAll()));
  const remove = (outing) => withStore('readwrite', (answers) => promisify(answers.delete(outing)));

  /** Removes a sent answer or stores its refusal, unless a newer answer has replaced it meanwhile. */
  const storeOutcome = ({ outing, key }, refusal) => withStore('readwrite', async (answers) => {
    const current = await promisify(answers.get(outing));
    if (current?.key !== key) return;
    await promisify(refusal ? answers.put({ ...current, refusal }) : answers.delete(outing));
  });

  /** Removes the answers of all other accounts. */
  async function keepOnly(account) {
    for (const answer of await all()) if (answer.account !== account) await remove(answer.outing);
  }

  async function fetchAccount() {
    const response = await fetch('/v1/me', { credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? (await response.json()).id : null;
  }

  /**
   * Sends one answer. Returns `{ answer, attendance }` if it was accepted, `{ answer, refusal }` if not, null if it has to be sent later.
   */
  async function sendOne(answer) {
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
    const details = await response.json().catch(() => ({}));
    if (response.ok) return { answer, attendance: details };
    if (response.status === 401 || details.code === 'in_flight' || RETRYABLE.has(response.status)) return null;
    return { answer, refusal: details.detail ?? details.title ?? String(response.status) };
  }

  async function sendAll() {
    const pending = (await all()).filter((answer) => !answer.refusal);
    if (pending.length === 0) return [];
    const currentAccount = await fetchAccount();
    const outcomes = [];
    for (const answer of pending.filter((one) => one.account === currentAccount)) {
      const outcome = await sendOne(answer);
      if (!outcome) continue;
      await storeOutcome(answer, outcome.refusal);
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /**
   * Sends the queued answers. A lock lets one window or worker send at a time. The idempotency key makes the server repeat its first response,
   * so an answer whose acknowledgement was lost counts once.
   *
   * @returns {Promise<any[]>} the outcomes of the answers that were sent; rejects without a network
   */
  const send = () => (navigator.locks ? navigator.locks.request('noonish.answers', sendAll) : sendAll());

  return { tag: 'answers', add, all, remove, keepOnly, send };
})();

/**
 * Answers, dishes and taps on a venue's board that wait for a connection. The browser stores one answer per outing and any number of the others,
 * and sends each once.
 *
 * The page loads this file as a module and the service worker as a script. It therefore has no imports or exports and sets the global
 * `answerQueue` instead. A queued answer is `{ outing, account, title, host, isHost, language, key, body, at, refusal? }`, a dish
 * `{ outing, account, title, coordinator, timeZone, language, key, name, body, at, refusal?, closedAt? }`, a tap as in parts/board-taps.js. What
 * has a `refusal`, the server's explanation, is not sent again and stays until the person dismisses it.
 */
self.answerQueue = (() => {
  const NAME = 'noonish';
  const KEYS = { answers: 'outing', dishes: 'key', taps: 'key' };
  const TIMEOUT_MS = 20_000; // longer than the server's own limit on a request
  const MOST_FAILURES = 5; // of the server, after which what was sent is taken for the cause
  const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504]); // statuses that do not concern what was sent

  const promisify = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

  async function withStore(name, mode, work) {
    const opening = indexedDB.open(NAME, 3);
    opening.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(KEYS)) {
        if (!opening.result.objectStoreNames.contains(store)) opening.result.createObjectStore(store, { keyPath });
      }
    };
    const database = await promisify(opening);
    try {
      return await work(database.transaction(name, mode).objectStore(name));
    } finally {
      database.close();
    }
  }

  const createStore = (name) => ({
    add: (entry) => withStore(name, 'readwrite', (entries) => promisify(entries.put(entry))),
    all: () => withStore(name, 'readonly', (entries) => promisify(entries.getAll())),
    remove: (id) => withStore(name, 'readwrite', (entries) => promisify(entries.delete(id))),
    /** Removes a sent entry or stores its refusal, unless a newer entry has replaced it meanwhile. */
    storeOutcome: (sent, { content, ...refused }) => withStore(name, 'readwrite', async (entries) => {
      const current = await promisify(entries.get(sent[KEYS[name]]));
      if (current?.key !== sent.key) return;
      await promisify(refused.refusal ? entries.put({ ...current, ...refused }) : entries.delete(sent[KEYS[name]]));
    }),
  });
  const answers = createStore('answers');
  const dishes = createStore('dishes');
  const taps = createStore('taps');

  /** Removes what waits for all other accounts. */
  async function keepOnly(account) {
    for (const answer of await answers.all()) if (answer.account !== account) await answers.remove(answer.outing);
    for (const store of [dishes, taps]) {
      for (const entry of await store.all()) if (entry.account !== account) await store.remove(entry.key);
    }
  }

  async function fetchAccount() {
    const response = await fetch('/v1/me', { credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? (await response.json()).id : null;
  }

  /**
   * Sends one entry. Returns `{ content }` if it was accepted, one with a `refusal` if not, null if it has to be sent later. Counts the server's
   * failures in the entry, for a caller that stores it.
   */
  async function sendOne(method, path, entry) {
    const { language, key, body } = entry;
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json, application/problem+json', 'Accept-Language': language,
        'Content-Type': 'application/json', 'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const details = await response.json().catch(() => ({}));
    if (response.ok) return { content: details };
    if (response.status === 500) entry.failures = (entry.failures ?? 0) + 1;
    const isRefused = !RETRYABLE.has(response.status) || entry.failures >= MOST_FAILURES;
    if (response.status === 401 || details.code === 'in_flight' || !isRefused) return null;
    const { code, state, closedAt } = details;
    return { refusal: details.detail ?? details.title ?? String(response.status), code, state, closedAt };
  }

  /** Sends the answers, then the dishes in the order in which they were picked: only those who come may pick. */
  async function sendAll() {
    const [waitingAnswers, waitingDishes] = (await Promise.all([answers.all(), dishes.all()])).map((all) => all.filter(({ refusal }) => !refusal));
    if (waitingAnswers.length + waitingDishes.length === 0) return [];
    const currentAccount = await fetchAccount();
    const isOwn = ({ account }) => account === currentAccount;
    const outcomes = [];
    const unanswered = new Set();
    for (const answer of waitingAnswers.filter(isOwn)) {
      const outcome = await sendOne('PUT', `/v1/outings/${answer.outing}/attendance`, answer);
      if (outcome) {
        await answers.storeOutcome(answer, outcome);
        outcomes.push({ answer, attendance: outcome.content, refusal: outcome.refusal });
      } else {
        unanswered.add(answer.outing);
      }
    }
    for (const dish of waitingDishes.filter(isOwn).sort((one, other) => one.at - other.at)) {
      if (unanswered.has(dish.outing)) continue;
      const outcome = await sendOne('POST', `/v1/outings/${dish.outing}/order/lines`, dish);
      if (!outcome) continue;
      await dishes.storeOutcome(dish, outcome);
      outcomes.push({ dish, refusal: outcome.refusal });
    }
    return outcomes;
  }

  /**
   * Sends what is queued. A lock lets one window or worker send at a time. The idempotency key makes the server repeat its first response,
   * so what was sent without an acknowledgement counts once.
   *
   * @returns {Promise<any[]>} the outcomes of what was sent: `{ answer, attendance }`, `{ dish }`, or either with a `refusal`; rejects without a network
   */
  const send = () => (navigator.locks ? navigator.locks.request('noonish.answers', sendAll) : sendAll());

  return { tag: 'answers', ...answers, dishes, taps, keepOnly, send, sendOne };
})();

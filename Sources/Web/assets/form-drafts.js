/**
 * What was typed into forms and not sent yet. It is stored on this device, so that a reload, another screen or a sign-in does not lose it.
 *
 * A draft belongs to the person who typed it and is shown to no one else. A visitor's draft is for the person who signs in next.
 */
const PREFIX = 'noonish.draft.';
const SUBMITTED_FOR_MS = 30 * 60_000; // longer than a sign-in code lasts

/**
 * Stores a draft; without values, removes it.
 *
 * @param {string} key
 * @param {string | null} owner the id of the person; null for a visitor
 * @param {Record<string, string>} values
 * @param {{ isSubmitted?: boolean }} [options] whether the form is to be sent as soon as the person has signed in
 */
export function saveDraft(key, owner, values, { isSubmitted = false } = {}) {
  if (Object.keys(values).length === 0) return removeDraft(key);
  return useStorage((storage) => storage.setItem(PREFIX + key, JSON.stringify({
    owner, values, submittedAt: isSubmitted ? Date.now() : null,
  })));
}

/** Returns the values of a draft; null if there is none for this person. */
export function findDraft(key, owner) {
  return readOwnDraft(key, owner)?.values ?? null;
}

/** Returns whether a draft is to be sent now. Returns true only once, so that nothing is sent twice. */
export function takeSubmission(key, owner) {
  const draft = readOwnDraft(key, owner);
  if (!draft?.submittedAt) return false;
  saveDraft(key, owner, draft.values);
  return Date.now() - draft.submittedAt < SUBMITTED_FOR_MS;
}

export function removeDraft(key) {
  useStorage((storage) => storage.removeItem(PREFIX + key));
}

/** Removes every draft, for a sign-out. */
export function removeDrafts() {
  useStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
  });
}

function readOwnDraft(key, owner) {
  const text = useStorage((storage) => storage.getItem(PREFIX + key));
  if (!text) return null;
  const draft = JSON.parse(text);
  return draft.owner === null || draft.owner === owner ? draft : null;
}

/** Storage may be unavailable or full. Drafts then last as long as the page. */
function useStorage(use) {
  try {
    return use(localStorage) ?? null;
  } catch {
    return null;
  }
}

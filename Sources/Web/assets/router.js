/**
 * Shows the screen that the address names.
 *
 * A screen is a function of `{ parameters, query, signal }` that gives `{ title, content, concerns?, refresh?,
 * leaving? }`: `concerns(happening)` says whether a live event is about it, `refresh()` draws it anew from the
 * server, `leaving()` is asked for a question to the person before unsaved words are dropped. The old screen
 * stays until the new one is ready.
 */
import { Problem } from './api.js';
import { findGuest, findPerson, forgetPerson, me } from './session.js';
import { forgetSince } from './kept.js';
import { showConnection } from './parts/connection.js';
import { showNavigation } from './parts/navigation.js';
import { hush } from './parts/said.js';
import { matched } from './routes.js';
import { say } from './words.js';
import { failure, notFound } from './screens/failure.js';

const main = document.getElementById('main');
const signIn = Symbol('sign in first');
let current = null;
let loading = null;

/** Goes to a path of ours; `replace` leaves no step back. */
export function go(address, { replace = false } = {}) {
  if (!mayLeave()) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  show();
}

/** Shows what the address names now. */
export async function show({ scroll = 0 } = {}) {
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  const address = location.pathname + location.search;
  const found = matched(location.pathname);
  main.setAttribute('aria-busy', 'true');
  forgetSince();
  const shown = found ? await loaded(found, signal) : notFound();
  if (signal.aborted) return;
  if (shown === signIn) {
    current = null;
    go(`/sign-in?to=${encodeURIComponent(address)}`, { replace: true });
    return;
  }
  main.removeAttribute('aria-busy');
  place(shown, found?.route ?? {}, scroll);
}

/** Shows the open screen in another language, with what was typed into it. */
export async function retold() {
  const fields = () => [...main.querySelectorAll('.field > :is(input, textarea, select)')].filter(({ type }) => type !== 'file');
  const typed = Map.groupBy(fields(), ({ name }) => name);
  const scroll = scrollY;
  await show({ scroll });
  for (const field of fields()) field.value = typed.get(field.name)?.shift()?.value ?? field.value;
}

/** Tells the open screen of a happening; if it is about what it shows, it is drawn anew. */
export function happened(happening) {
  if (!current?.concerns || current.concerns(happening)) refreshed();
}

/** Draws the open screen anew; once more if asked again while it does, so the last answer is the newest. */
export async function refreshed() {
  const screen = current;
  if (!screen?.refresh) return;
  if (screen.refreshing) {
    screen.again = true;
    return;
  }
  screen.refreshing = true;
  try {
    do {
      screen.again = false;
      forgetSince();
      await screen.refresh();
    } while (screen.again && screen === current);
  } catch (error) {
    if (screen !== current) return;
    if (error instanceof Problem && error.status === 401) signedOut();
    else if (error instanceof Problem && error.status === 404) place(notFound(), {}, 0);
    // any other failure leaves the old content; the lost connection is told by its banner
  } finally {
    screen.refreshing = false;
    showConnection();
  }
}

/** The session is over: sign in and come back. */
export function signedOut() {
  forgetPerson();
  current = null;
  show();
}

async function loaded({ route, parameters }, signal) {
  try {
    if (me() === undefined) await findPerson();
    if (!route.open && !me() && !(route.guests && await findGuest(parameters.id))) return signIn;
    const { default: screen } = await route.screen();
    return await screen({ parameters, query: new URLSearchParams(location.search), signal });
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof Problem && error.status === 401) {
      forgetPerson();
      return signIn;
    }
    if (error instanceof Problem && error.status === 404) return notFound();
    return failure(error, () => show());
  }
}

function place(screen, route, scroll) {
  const first = current === null;
  current = screen;
  hush();
  document.body.dataset.layout = screen.layout ?? route.layout ?? 'app';
  document.title = say('page.title', { page: screen.title });
  showNavigation(route);
  main.replaceChildren(screen.content);
  showConnection();
  scrollTo(0, scroll);
  if (!first) focusTitle();
}

function focusTitle() {
  const title = main.querySelector('h1');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

function mayLeave() {
  const question = current?.leaving?.();
  return !question || confirm(question);
}

addEventListener('popstate', (event) => show({ scroll: event.state?.scroll ?? 0 }));

addEventListener('beforeunload', (event) => {
  if (current?.leaving?.()) event.preventDefault();
});

// Where the person was on this page, for the way back.
addEventListener('scrollend', () => history.replaceState({ scroll: scrollY }, ''));
history.scrollRestoration = 'manual';

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (!matched(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

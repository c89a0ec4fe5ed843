/**
 * Shows the screen that belongs to the address. The previous screen stays until the next one is ready.
 *
 * A screen module exports a function of `{ parameters, query, signal }` that returns:
 *
 * - `title` and `content`
 * - `refresh()`, optional: fetches and draws the screen again
 * - `concerns(event)`, optional: whether a live event affects the screen; without it, every event does
 * - `follows`, optional: an outing whose events the stream has for this screen alone, because the outing is over
 *
 * An event that the stream begins with has `isChange()`: whether the screen was read before it, or undefined if the screen does not know.
 */
import { Problem } from './api.js';
import { followOuting } from './live-updates.js';
import { translate } from './localization.js';
import { resetCachedSince } from './offline-cache.js';
import { setRouter } from './page.js';
import { matchRoute } from './routes.js';
import { clearSession, getCurrentPerson, loadGuest, loadPerson } from './session.js';
import { getDevice } from './venue-device.js';
import { updateConnectionBanner } from './parts/connection-banner.js';
import { followDock } from './parts/dock.js';
import { showNavigation } from './parts/navigation.js';
import { createErrorScreen, createNotFoundScreen } from './screens/error.js';

const main = document.getElementById('main');
const SIGN_IN_REQUIRED = Symbol('sign-in required');
let current = null;
let loadingController = null;
let eventsWhileLoading = null;

/** Opens an address of the client; `replace` leaves no entry in the browser's history. */
export function navigate(address, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  show();
}

/** Shows the screen of the current address, scrolled to `scroll` pixels. */
export async function show({ scroll = 0 } = {}) {
  loadingController?.abort();
  loadingController = new AbortController();
  const { signal } = loadingController;
  eventsWhileLoading = [];
  const address = location.pathname + location.search;
  const match = matchRoute(location.pathname);
  main.setAttribute('aria-busy', 'true');
  resetCachedSince();
  const screen = match ? await load(match, signal) : createNotFoundScreen();
  if (signal.aborted) return;
  if (screen === SIGN_IN_REQUIRED) {
    current = null;
    navigate(`/sign-in?to=${encodeURIComponent(address)}`, { replace: true });
    return;
  }
  main.removeAttribute('aria-busy');
  showScreen(screen, match?.route ?? {}, scroll);
  const events = eventsWhileLoading;
  eventsWhileLoading = null;
  events.filter(({ isChange }) => !isChange || isChange()).forEach(handleEvent);
}

/** Draws the open screen in the language that was just chosen, and restores what was typed into it. */
async function redrawInNewLanguage() {
  const fields = () => [...main.querySelectorAll('.field > :is(input, textarea, select)')].filter(({ type }) => type !== 'file');
  const typed = Map.groupBy(fields(), ({ name }) => name);
  const scroll = scrollY;
  await show({ scroll });
  for (const field of fields()) field.value = typed.get(field.name)?.shift()?.value ?? field.value;
}

/** Refreshes the open screen if a live event affects it. One that is loading may have been read before a change, and is refreshed after. */
export function handleEvent(event) {
  eventsWhileLoading?.push(event);
  if (event.isChange?.() === false) return;
  if (!current?.concerns || current.concerns(event)) refreshScreen();
}

/** Draws the open screen again. A call during a refresh causes one more, so that the newest data is shown in the end. */
export async function refreshScreen() {
  const screen = current;
  if (!screen?.refresh) return;
  if (screen.refreshing) {
    screen.mustRefreshAgain = true;
    return;
  }
  screen.refreshing = true;
  try {
    do {
      screen.mustRefreshAgain = false;
      resetCachedSince();
      await screen.refresh();
    } while (screen.mustRefreshAgain && screen === current);
  } catch (error) {
    if (screen !== current) return;
    if (error instanceof Problem && error.status === 401) endSession();
    else if (error instanceof Problem && error.status === 404) showScreen(createNotFoundScreen(), {}, 0);
    // Any other failure keeps the old content; the connection banner reports a lost connection.
  } finally {
    screen.refreshing = false;
    updateConnectionBanner();
  }
}

/** Asks for a sign-in after the session has ended. */
function requestSignIn() {
  clearSession();
  navigate(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Forgets the person after their session has ended and asks for a new sign-in, which leads back to this screen. */
export function endSession() {
  clearSession();
  current = null;
  show();
}

async function load({ route, parameters }, signal) {
  try {
    if (getCurrentPerson() === undefined) {
      await loadPerson().catch((error) => {
        if (error.code !== 'offline' || !route.devices || getDevice() === null) throw error;
      });
    }
    if (!route.open && !getCurrentPerson() && !(route.guests && await loadGuest(parameters.id))) return SIGN_IN_REQUIRED;
    const loadScreen = await loadModule(route);
    if (!loadScreen) return createErrorScreen(new Problem({ code: 'offline', detail: translate('problem.offline') }), () => location.reload());
    return await loadScreen({ parameters, query: new URLSearchParams(location.search), signal });
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof Problem && error.status === 401) {
      clearSession();
      return SIGN_IN_REQUIRED;
    }
    if (error instanceof Problem && error.status === 404) return createNotFoundScreen();
    return createErrorScreen(error, () => show());
  }
}

/**
 * Returns the function of a route's screen; null without a network, and after an update of the server if the page has no service worker, which
 * keeps all files of its version.
 */
async function loadModule(route) {
  try {
    return await route.screen();
  } catch (error) {
    console.info(error);
    return null;
  }
}

function showScreen(screen, route, scroll) {
  const isFirst = current === null;
  current = screen;
  document.body.dataset.layout = screen.layout ?? route.layout ?? 'app';
  document.title = translate('page.title', { page: screen.title });
  showNavigation(route);
  main.replaceChildren(screen.content);
  followDock(screen.content);
  followOuting(screen.follows ?? null);
  updateConnectionBanner();
  scrollTo(0, scroll);
  focusStart(isFirst);
}

/** Focuses the field that a screen begins with, or its title. The first screen keeps the focus where the browser put it. */
function focusStart(isFirst) {
  const field = main.querySelector('[autofocus]');
  const title = main.querySelector('h1');
  if (field) field.focus({ preventScroll: true });
  else if (title && !isFirst) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
}

addEventListener('popstate', (event) => show({ scroll: event.state?.scroll ?? 0 }));

// Remembers the scroll position for the browser's back button.
addEventListener('scrollend', () => history.replaceState({ scroll: scrollY }, ''));
history.scrollRestoration = 'manual';

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (!matchRoute(link.pathname)) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
});

setRouter({ navigate, refreshScreen, redrawInNewLanguage, requestSignIn, isScreenPath: (path) => matchRoute(path) !== null });

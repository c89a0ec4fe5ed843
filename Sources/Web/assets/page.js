/**
 * The requests that parts and screens can make of the page: to open another screen or to refresh the open one.
 *
 * The router implements these functions and registers itself here. The router imports screens, which import parts; importing the router in
 * parts would turn most of the client into one import cycle.
 */

let router = null;

/**
 * Registers the router.
 *
 * @param {{ navigate: Function, refreshScreen: Function, redrawInNewLanguage: Function, requestSignIn: Function, isScreenPath: Function }} implementation
 */
export function setRouter(implementation) {
  router = implementation;
}

/**
 * Opens an address of the client.
 *
 * @param {string} address
 * @param {{ replace?: boolean }} [options] `replace` leaves no entry in the browser's history
 */
export function navigate(address, options) {
  router.navigate(address, options);
}

/** Fetches the data of the open screen and draws it again. */
export function refreshScreen() {
  return router.refreshScreen();
}

/** Draws the open screen in the language that was just chosen, and restores what was typed into it. */
export function redrawInNewLanguage() {
  return router.redrawInNewLanguage();
}

/** Asks for a sign-in, which leads back to the open screen. */
export function requestSignIn() {
  router.requestSignIn();
}

/** Returns whether a path leads to a screen of the client. */
export function isScreenPath(path) {
  return router.isScreenPath(path);
}

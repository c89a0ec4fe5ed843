/**
 * What parts and screens may ask of the page they stand on: to open another screen, or to draw the open one again.
 *
 * The router does the work and registers itself here. It imports screens, which import parts; if those imported it in turn, most of
 * the client would be one import cycle.
 */

let router = null;

/** @param {{ navigate: Function, refreshScreen: Function, redrawInNewLanguage: Function, isScreenPath: Function }} implementation */
export function setRouter(implementation) {
  router = implementation;
}

/**
 * Opens an address of the client, unless the person wants to keep what they typed.
 *
 * @param {string} address
 * @param {{ replace?: boolean }} [options] `replace` leaves no entry in the browser's history
 */
export function navigate(address, options) {
  router.navigate(address, options);
}

/** Draws the open screen again from what the server has now. */
export function refreshScreen() {
  return router.refreshScreen();
}

/** Draws the open screen in the language that was just chosen, and keeps what was typed into it. */
export function redrawInNewLanguage() {
  return router.redrawInNewLanguage();
}

/** Whether a path leads to a screen of the client. */
export function isScreenPath(path) {
  return router.isScreenPath(path);
}

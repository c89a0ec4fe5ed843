/** Builds the page from DOM nodes, because the content security policy forbids markup made from text. */

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Creates an HTML element.
 *
 * An attribute that is null, undefined or false is omitted; true is written without a value. `on` holds event listeners by event name. A child
 * that is null, undefined or false is omitted.
 *
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...any} children nodes, text, or arrays of them
 */
export function createElement(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Creates an SVG element; see {@link createElement}. */
export function createSVGElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG_NAMESPACE, name), attributes, children);
}

/** Returns the reference to an icon of the icon sheet, which the page contains, for SVG's `use`. */
export const getIconReference = (name) => `#icon-${name}`;

/** Creates an icon from the icon sheet. Screen readers skip it, because visible text or a label always accompanies it. */
export function createIcon(name, className = '') {
  return createSVGElement('svg', { class: `icon ${className}`.trim(), 'aria-hidden': 'true' },
    createSVGElement('use', { href: getIconReference(name) }));
}

/** Creates text for screen readers only. */
export function createHiddenText(text, className = '') {
  return createElement('span', { class: `visually-hidden ${className}`.trim() }, text);
}

/**
 * Replaces the children of a node and keeps the keyboard focus: if the focused element is moved, it stays focused; if it is replaced, the new element with the same id or
 * `data-key` receives the focus.
 */
export function redraw(node, ...children) {
  const focused = node.contains(document.activeElement) ? document.activeElement : null;
  node.replaceChildren(...withoutEmpty(children));
  if (!focused || document.activeElement === focused) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  findSuccessor(node, focused)?.focus({ preventScroll: true });
}

/**
 * Remembers the focused control, for a change that may remove it. The function returned moves the focus to it, or else to the element with the same id or `data-key`, or
 * else to the next control that is left.
 */
export function rememberFocus() {
  const focused = document.activeElement;
  const controls = (focused.closest('dialog, main') ?? focused).querySelectorAll('a[href], button, input, select, textarea, summary');
  const places = [focused, ...[...controls].filter((other) => focused.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING)];
  return () => {
    for (const place of places) {
      const control = place.isConnected ? place : findSuccessor(document, place);
      control?.focus({ preventScroll: true });
      if (control && control === document.activeElement) return;
    }
  };
}

function findSuccessor(node, { id, dataset: { key } }) {
  return (id && document.getElementById(id)) || (key && node.querySelector(`[data-key="${CSS.escape(key)}"]`));
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...withoutEmpty(children));
  return node;
}

function withoutEmpty(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

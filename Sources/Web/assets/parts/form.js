/** Form fields with labels, hints and errors, and forms that are submitted once and keep what is typed until then. */
import { Problem } from '../api.js';
import { createElement } from '../dom.js';
import { findDraft, removeDraft, saveDraft } from '../form-drafts.js';
import { translate } from '../localization.js';
import { requestSignIn } from '../page.js';
import { getViewer } from '../session.js';
import { renderBanner } from './banner.js';
import { createButton } from './controls.js';
import { hideToast } from './toast.js';

let fieldCount = 0; // makes ids unique if two forms have a field of the same name

/**
 * Creates a labelled field. `control` defaults to `input`; further properties become the control's attributes.
 *
 * @param {{ name: string, label: string, hint?: string, control?: 'input' | 'textarea' | 'select', options?: Node[],
 *   labelHidden?: boolean, value?: string } & Record<string, any>} field
 */
export function createField({ name, label, hint, control = 'input', options = [], labelHidden = false, value, ...attributes }) {
  fieldCount += 1;
  const id = `field-${name}-${fieldCount}`;
  const hintId = hint ? `${id}-hint` : null;
  const input = createElement(control, { class: 'input', id, name, 'data-key': `field-${name}`, 'aria-describedby': hintId, ...attributes }, options);
  if (value !== undefined && value !== null) input.value = value;
  return createElement('div', { class: 'field', 'data-field': name },
    createElement('label', { for: id, class: labelHidden ? 'visually-hidden' : null }, label),
    input,
    hint ? createElement('p', { class: 'hint', id: hintId }, hint) : null);
}

/** Creates a select's options from `[value, label]` pairs. */
export function createOptions(pairs, chosen) {
  return pairs.map(([value, label]) => createElement('option', { value, selected: value === chosen }, label));
}

/**
 * Creates a form. `send` receives the trimmed values by name and may throw a {@link Problem}. Until it is done, the form cannot be submitted
 * again.
 *
 * With `draft`, what was typed is stored on this device until `send` returns anything but false. If the session has ended, the form asks for
 * a new sign-in, which leads back to it. With `saysRestored`, a form over stored values says that it shows others, and can discard them.
 *
 * @param {{ class?: string, label?: string, draft?: string, saysRestored?: boolean,
 *   send: (values: Record<string, string>, form: HTMLFormElement) => Promise<void | false> }} how
 */
export function createForm({ class: className = 'form', label, draft, saysRestored = false, send }, ...children) {
  const node = createElement('form', { class: className, 'aria-label': label, novalidate: true }, children);
  let sending = false;
  node.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearErrors(node);
    hideToast(); // it would stand beside this form's own outcome
    if (sending || !validate(node)) return;
    sending = true;
    node.setAttribute('aria-busy', 'true');
    try {
      const isSent = (await send(readValues(node), node)) !== false;
      if (isSent) endDraft?.();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (draft && error.status === 401) requestSignIn();
      else showProblem(node, error);
    } finally {
      sending = false;
      node.removeAttribute('aria-busy');
    }
  });
  const endDraft = draft ? keepDraft(node, draft, saysRestored) : null;
  return node;
}

/** Restores the draft of a form, and stores what is typed from now on. Returns what ends the draft: the values are then the form's own. */
function keepDraft(node, key, saysRestored) {
  let original = readTypedValues(node);
  let notice = null;
  const end = () => {
    removeDraft(key);
    notice?.remove();
    original = readTypedValues(node);
  };
  if (fillIn(node, findDraft(key, getViewer()?.id ?? null) ?? {})) {
    node.dataset.restored = '';
    if (saysRestored) notice = sayRestored(node, () => {
      fillIn(node, original);
      end();
    });
  }
  node.addEventListener('input', () => {
    const owner = getViewer()?.id ?? null;
    // Another form with the same draft may have fields that this one lacks.
    const others = Object.entries(findDraft(key, owner) ?? {}).filter(([name]) => !(name in original));
    const changed = Object.entries(readTypedValues(node)).filter(([name, value]) => value !== original[name]);
    saveDraft(key, owner, Object.fromEntries([...others, ...changed]));
  });
  return end;
}

/** Fills in values as if they were typed. Returns whether any of them differs. */
function fillIn(node, values) {
  let isChanged = false;
  for (const [name, value] of Object.entries(values)) {
    const field = node.elements.namedItem(name);
    if (!field || field instanceof RadioNodeList || field.value === value) continue;
    field.value = value;
    field.closest('details')?.setAttribute('open', '');
    field.dispatchEvent(new Event('change', { bubbles: true }));
    isChanged = true;
  }
  return isChanged;
}

/** Says above the fields that unsaved changes are back, with a button that discards them. Returns the notice. */
function sayRestored(node, discard) {
  const notice = renderBanner({
    icon: 'pencil', tone: 'highlight', title: translate('edit.restoredTitle'), text: translate('edit.restoredText'),
    action: createButton(translate('edit.discard'), () => {
      discard();
      node.querySelector('input:not([type=hidden]), textarea, select').focus();
    }, { variant: 'plain' }),
  });
  const heading = node.querySelector(':scope > h2, :scope > h3');
  if (heading) heading.after(notice);
  else node.prepend(notice);
  return notice;
}

function readTypedValues(node) {
  const fields = [...node.elements].filter((field) => field.name && field.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, select'));
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

export function readValues(node) {
  return Object.fromEntries([...new FormData(node)].map(([name, value]) => [name, String(value).trim()]));
}

/** Shows each error at the field that its pointer names and the others above the form, and focuses the first invalid field. */
export function showProblem(node, problem) {
  const placed = problem.errors.filter((fault) => showFieldError(node, fault.pointer?.split('/')[1], fault.detail));
  if (placed.length === 0 || placed.length < problem.errors.length) {
    const rest = problem.errors.filter((fault) => !placed.includes(fault)).map((fault) => fault.detail);
    showFormError(node, rest.length > 0 ? rest.join(' ') : problem.message);
  }
  node.querySelector('[aria-invalid]')?.focus();
}

/** Shows an error at a field. Returns false if the form has no such field. */
export function showFieldError(node, name, sentence) {
  const place = name && node.querySelector(`[data-field="${CSS.escape(name)}"]`);
  if (!place) return false;
  const input = place.querySelector('input, textarea, select');
  const id = `${input.id || name}-fault`;
  place.querySelector('.error')?.remove();
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', [id, input.getAttribute('aria-describedby')].filter(Boolean).join(' '));
  const error = createElement('p', { class: 'error', id }, sentence);
  if (place.matches('fieldset')) place.append(error);
  else (input.closest('.stepper') ?? input).after(error);
  return true;
}

function showFormError(node, sentence) {
  node.prepend(createElement('p', { class: 'error', role: 'alert' }, sentence));
}

/** Removes the errors of a form, or of a field. */
export function clearErrors(node) {
  for (const fault of node.querySelectorAll('.error')) fault.remove();
  for (const input of node.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    const hint = document.getElementById(`${input.id}-hint`);
    if (hint) input.setAttribute('aria-describedby', hint.id);
    else input.removeAttribute('aria-describedby');
  }
}

/** Checks the browser's validity constraints and shows our own texts for them. */
function validate(node) {
  let first = null;
  for (const input of node.querySelectorAll('input, textarea, select')) {
    const isBlank = input.required && input.value.trim() === '';
    if (!isBlank && input.validity.valid) continue;
    showFieldError(node, input.name, isBlank ? translate('form.missing') : describeInvalidInput(input));
    first ??= input;
  }
  first?.focus();
  return first === null;
}

function describeInvalidInput({ type, validity, max, min }) {
  if (validity.valueMissing) return translate('form.missing');
  if (type === 'email') return translate('form.email');
  if (validity.rangeUnderflow) return translate('form.least', { min });
  if (validity.rangeOverflow) return translate('form.most', { max });
  return translate('form.unfit');
}

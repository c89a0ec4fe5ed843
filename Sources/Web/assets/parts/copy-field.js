/** Values to copy into another program, such as the form of a bank. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

/** Renders a value with a button that copies it. */
export function renderCopyField(label, text) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(translate('copy.done', { label }));
    } catch {
      showToast(translate('copy.byHand'));
    }
  };
  return createElement('div', { class: 'setting' },
    createElement('div', { class: 'setting-body' }, createElement('span', { class: 'secondary' }, label), createElement('bdi', {}, text)),
    createButton(translate('share.copy'), copy, { variant: 'plain', label: translate('copy.label', { label }) }));
}

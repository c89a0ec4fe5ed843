/** Resolving conflicts after two people have edited the same outing. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { findChangedFields, formatFieldValue } from '../outing-draft.js';

/** Returns the fields that both changed to different values. */
export function findConflicts(base, mine, theirs) {
  const bothChanged = findChangedFields(base, theirs).filter((name) => findChangedFields(base, mine).includes(name));
  return bothChanged.filter((name) => findChangedFields(mine, theirs).includes(name));
}

/**
 * Renders both versions of each conflicting field.
 *
 * @param {string[]} names
 * @param {(name: string, value: any) => void} choose
 */
export function renderMergePanel(names, mine, theirs, choose) {
  return createElement('section', { class: 'merge', 'aria-labelledby': 'merge-title' },
    createElement('div', {},
      createElement('h2', { id: 'merge-title', tabindex: -1 }, translate('merge.title')),
      createElement('p', { class: 'secondary' }, translate('merge.text', { count: names.length }))),
    names.map((name) => createElement('fieldset', {}, createElement('legend', { class: 'label' }, translate(`draft.${name}`)),
      createElement('div', { class: 'merge-options' },
        renderVersion(name, 'mine', mine, true, choose), renderVersion(name, 'theirs', theirs, false, choose)))));
}

function renderVersion(name, whose, draft, isChosen, choose) {
  return createElement('label', {},
    createElement('input', {
      type: 'radio', name: `merge-${name}`, checked: isChosen,
      on: { change: () => choose(name, draft[name]) },
    }),
    createElement('span', {}, createElement('small', {}, translate(`merge.${whose}`)), formatFieldValue(name, draft)));
}

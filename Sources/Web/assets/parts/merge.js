/** Two people saved: both versions, field by field. */
import { element } from '../element.js';
import { changedFields, valueText } from '../drafts.js';
import { say } from '../words.js';

/** The fields that both changed, and differently. */
export function conflictsBetween(base, mine, theirs) {
  const bothChanged = changedFields(base, theirs).filter((name) => changedFields(base, mine).includes(name));
  return bothChanged.filter((name) => changedFields(mine, theirs).includes(name));
}

/** @param {string[]} names the fields in conflict @param {(name: string, value: any) => void} choose */
export function mergePanel(names, mine, theirs, choose) {
  return element('section', { class: 'merge', 'aria-labelledby': 'merge-title' },
    element('div', {},
      element('h2', { id: 'merge-title', tabindex: -1 }, say('merge.title')),
      element('p', { class: 'second' }, say('merge.text', { count: names.length }))),
    names.map((name) => element('fieldset', {}, element('legend', { class: 'label' }, say(`draft.${name}`)),
      element('div', { class: 'either' },
        version(name, 'mine', mine, true, choose), version(name, 'theirs', theirs, false, choose)))));
}

function version(name, whose, draft, isChosen, choose) {
  return element('label', {},
    element('input', {
      type: 'radio', name: `merge-${name}`, checked: isChosen,
      on: { change: () => choose(name, draft[name]) },
    }),
    element('span', {}, element('small', {}, say(`merge.${whose}`)), valueText(name, draft)));
}

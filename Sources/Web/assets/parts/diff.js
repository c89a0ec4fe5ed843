/** A change as its old and new value. */
import { createElement, createIcon } from '../dom.js';
import { formatTimePair } from '../time.js';

export function renderDiff(before, after) {
  return createElement('span', { class: 'diff' }, createElement('del', {}, before), createIcon('arrow', 'mirrored'), createElement('ins', {}, after));
}

/** Renders the changes of an update that have an old and a new value. */
export function renderUpdateDiffs(update) {
  return update.changes.map(({ kind, previous, current }) => {
    if (kind === 'time_moved') return renderDiff(...formatTimePair(previous, current));
    if (kind === 'place_changed') return renderDiff(previous.name, current.name);
    if (kind === 'title_changed') return renderDiff(previous, current);
    return null;
  }).filter(Boolean);
}

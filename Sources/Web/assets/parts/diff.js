/** A change as its old and new value. */
import { createElement, createIcon } from '../dom.js';
import { formatTimePair } from '../time.js';

export function renderDiff(before, after) {
  return createElement('span', { class: 'diff' }, createElement('del', { dir: 'auto' }, before), createIcon('arrow', 'mirrored'), createElement('ins', { dir: 'auto' }, after));
}

/** Renders the new value of something, with the former one unless all of it is new. */
export function renderChangeOf(before, after, isNew) {
  return isNew ? createElement('bdi', {}, after) : renderDiff(before, after);
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

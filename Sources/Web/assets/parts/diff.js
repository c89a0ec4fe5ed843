/** A change as its old and new value. */
import { createElement, createIcon } from '../dom.js';
import { formatDateTime, formatTime, toWallTime } from '../time.js';

export function renderDiff(before, after) {
  return createElement('span', { class: 'diff' }, createElement('del', {}, before), createIcon('arrow', 'mirrored'), createElement('ins', {}, after));
}

/** Renders the changes of an update that have an old and a new value. */
export function renderUpdateDiffs(update) {
  return update.changes.map(({ kind, previous, current }) => {
    if (kind === 'time_moved') return renderDiff(...formatTimes(previous, current));
    if (kind === 'place_changed') return renderDiff(previous.name, current.name);
    if (kind === 'title_changed') return renderDiff(previous, current);
    return null;
  }).filter(Boolean);
}

/** Formats two times, without the day if it is the same. */
function formatTimes(before, after) {
  const [from, to] = [before, after].map(({ startsAt, timeZone }) => ({ startsAt, timeZone, ...toWallTime(startsAt, timeZone) }));
  const write = from.date === to.date ? formatTime : formatDateTime;
  return [write(from.startsAt, from.timeZone), write(to.startsAt, to.timeZone)];
}

/** A change as before and after: the old struck and quiet, the new on the accent. */
import { createElement, createIcon } from '../dom.js';
import { formatDateTime, formatTime, toWallTime } from '../time.js';

export function renderDiff(before, after) {
  return createElement('span', { class: 'diff' }, createElement('del', {}, before), createIcon('arrow', 'mirrored'), createElement('ins', {}, after));
}

/** The change lines of an update, for the kinds that have a before and an after to set side by side. */
export function renderUpdateDiffs(update) {
  return update.changes.map(({ kind, previous, current }) => {
    if (kind === 'time_moved') return renderDiff(...formatTimes(previous, current));
    if (kind === 'place_changed') return renderDiff(previous.name, current.name);
    if (kind === 'title_changed') return renderDiff(previous, current);
    return null;
  }).filter(Boolean);
}

/** Only the clock while the day stays. */
function formatTimes(before, after) {
  const [from, to] = [before, after].map(({ startsAt, timeZone }) => ({ startsAt, timeZone, ...toWallTime(startsAt, timeZone) }));
  const write = from.date === to.date ? formatTime : formatDateTime;
  return [write(from.startsAt, from.timeZone), write(to.startsAt, to.timeZone)];
}

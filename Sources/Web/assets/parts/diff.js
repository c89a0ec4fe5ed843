/** A change as before and after: the old struck and quiet, the new on the accent. */
import { element, icon } from '../element.js';
import { clock, moment, wall } from '../time.js';

export function diff(before, after) {
  return element('span', { class: 'diff' }, element('del', {}, before), icon('arrow', 'turns'), element('ins', {}, after));
}

/** The change lines of an update, for the kinds that have a before and an after to set side by side. */
export function diffsOf(update) {
  return update.changes.map(({ kind, previous, current }) => {
    if (kind === 'time_moved') return diff(...times(previous, current));
    if (kind === 'place_changed') return diff(previous.name, current.name);
    if (kind === 'title_changed') return diff(previous, current);
    return null;
  }).filter(Boolean);
}

/** Only the clock while the day stays. */
function times(before, after) {
  const [from, to] = [before, after].map(({ startsAt, timeZone }) => ({ startsAt, timeZone, ...wall(startsAt, timeZone) }));
  const write = from.date === to.date ? clock : moment;
  return [write(from.startsAt, from.timeZone), write(to.startsAt, to.timeZone)];
}

/** Highlights and announces what another person has changed while the screen is open. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { getPlaceName } from '../outing-model.js';
import { formatLongDateTime } from '../time.js';

const HIGHLIGHTED_FOR_MS = 6_000;

const FACTS = {
  when: ({ startsAt, timeZone }) => (startsAt ? formatLongDateTime(startsAt, timeZone) : translate('outing.timeOpen')),
  where: (outing) => getPlaceName(outing) ?? translate('outing.placeOpen'),
  note: ({ note }) => note ?? '',
};

/** Creates a region for screen readers and a function that compares an outing with the one drawn before, after the screen was redrawn. */
export function createChangeAnnouncer() {
  const region = createElement('p', { class: 'visually-hidden', role: 'status' });
  const highlights = new Set();
  let previous = null;

  function announce(page, outing) {
    const values = Object.fromEntries(Object.entries(FACTS).map(([name, format]) => [name, format(outing)]));
    const changed = Object.keys(FACTS).filter((name) => previous && previous[name] !== values[name]);
    previous = values;
    for (const name of changed) {
      highlights.add(name);
      setTimeout(() => {
        highlights.delete(name);
        mark(page);
      }, HIGHLIGHTED_FOR_MS);
    }
    mark(page);
    if (changed.length > 0) region.textContent = changed.map((name) => translate('live.changed', { what: translate(`fact.${name}`), value: values[name] })).join(' ');
  }

  /** One change may cause several redraws, each of which has to be marked again. */
  function mark(page) {
    for (const fact of page.querySelectorAll('[data-fact]')) fact.classList.toggle('changed', highlights.has(fact.dataset.fact));
  }
  return { region, announce };
}

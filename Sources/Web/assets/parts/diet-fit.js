/** For how many people of an outing a restaurant fits, by the diets they entered. */
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { renderBanner } from './banner.js';
import { formatDistance } from './restaurant-facts.js';

/** Formats "Works for 6 of 7. No information for 1.", or that nothing is known: "for 0 of 3" would read as an alarm. */
export function formatDietFit({ fits, of, unknown }) {
  if (unknown === of) return translate('fit.unknown', { of });
  return translate(unknown > 0 ? 'fit.worksUnknown' : 'fit.works', { fits, of, unknown });
}

/** Renders for how many people a place works; null if too few people have entered their diets. */
export function renderDietFit(fit) {
  if (!fit) return null;
  const misfits = fit.of - fit.fits - fit.unknown;
  const [tone, icon] = misfits > 0 ? ['no', 'warning'] : fit.unknown > 0 ? ['unknown', 'question'] : ['yes', 'check'];
  return createElement('span', { class: `state ${tone}` }, createIcon(icon), formatDietFit(fit));
}

/** Warns a host that the chosen restaurant does not suit everyone, and lists better ones nearby; null if it does. */
export function renderDietWarning(outing) {
  const warning = outing.dietWarning;
  if (!warning) return null;
  return createElement('div', {},
    renderBanner({ icon: 'warning', tone: 'brick', title: translate('fit.warning'), text: translate(warning.better.length > 0 ? 'fit.better' : 'fit.noBetter') }),
    createElement('ul', { class: 'results' }, warning.better.map((place) => createElement('li', {},
      createElement('a', { class: 'result', href: `/restaurants/${place.id}?for=${outing.id}`, 'data-key': place.id },
        createElement('span', { class: 'result-body' },
          createElement('span', { class: 'result-top' },
            createElement('span', { class: 'row-title', dir: 'auto' }, place.name), createElement('span', { class: 'distance' }, formatDistance(place.distance))),
          renderDietFit(place.dietFit)))))));
}

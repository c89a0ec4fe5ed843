/** The header of a screen about one part of an outing: a link back, the outing's title and the screen's heading. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createButtonLink } from './controls.js';

export function renderOutingHeader(outing, heading, back = `/outings/${outing.id}`) {
  return createElement('header', { class: 'detail-header' },
    createButtonLink('', back, { variant: 'round', icon: 'back', label: translate('people.back') }),
    createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, outing.title), createElement('h1', {}, heading)));
}

/** The header of a screen about one part of an outing: a link back, the outing's title and the screen's heading. */
import { translate } from '../localization.js';
import { createDetailHeader } from './controls.js';

export function renderOutingHeader(outing, heading, back = `/outings/${outing.id}`) {
  return createDetailHeader(back, translate('people.back'), heading, { eyebrow: outing.title });
}

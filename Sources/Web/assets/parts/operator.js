/** Who runs the service, and how to reach them. */
import { createElement } from '../dom.js';
import { translate } from '../localization.js';

/**
 * Renders the section; null if the operator has not said who they are.
 *
 * @param {{ name: string, contact: string | null } | null | undefined} operator
 */
export function renderOperator(operator) {
  if (!operator) return null;
  const { name, contact } = operator;
  const address = contact?.includes('://') ? contact : `mailto:${contact}`;
  return [
    createElement('h2', {}, translate('about.operator')),
    createElement('p', {}, createElement('bdi', {}, name), contact ? [createElement('br'), createElement('a', { class: 'link', href: address, rel: 'noreferrer' }, contact)] : null),
  ];
}

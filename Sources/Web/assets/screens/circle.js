/** A circle: its members, a proposal for the next outing, and where it has eaten. */
import { get, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { formatList, translate } from '../localization.js';
import { renderAvatarStack } from '../parts/avatar.js';
import { renderCircleHistory } from '../parts/circle-history.js';
import { renderCircleProposal } from '../parts/circle-proposal.js';
import { createButtonLink } from '../parts/controls.js';
import { getSavedArea } from '../parts/search-area.js';

export default async function loadCircleScreen({ parameters: { id }, signal }) {
  const path = `/v1/circles/${encodeURIComponent(id)}`;
  const body = createElement('div', { class: 'section-stack' });
  const read = (options) => Promise.all([
    get(path, options), fetchProposal(path, options), get(`${path}/memory`, options),
  ]);
  const draw = ([circle, next, memory]) => redraw(body, renderCircleProposal(circle, next), renderCircleHistory(path, memory));
  const first = await read({ signal });
  draw(first);
  return {
    title: first[0].name,
    content: createElement('div', { class: 'narrow section-stack' }, renderHeader(first[0]), body),
    refresh: async () => draw(await read()),
  };
}

function renderHeader(circle) {
  return createElement('header', { class: 'restaurant-header' },
    createElement('div', { class: 'hero-bar flat' },
      createButtonLink('', '/friends', { variant: 'round', icon: 'back', label: translate('circle.back') })),
    createElement('h1', { dir: 'auto' }, circle.name),
    circle.members.length > 0 ? renderAvatarStack(circle.members) : null,
    createElement('p', { class: 'secondary' }, circle.members.length > 0
      ? translate('circle.members', { names: formatList(circle.members.map(({ name }) => name)) }) : translate('circle.nobody')));
}

/** Fetches the proposal for the circle's usual area, or else for the person's last search area; null if neither is known. */
async function fetchProposal(path, options) {
  try {
    return await get(`${path}/proposal`, options);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    const area = getSavedArea();
    return area ? get(`${path}/proposal?near=${encodeURIComponent(area.point)}`, options) : null;
  }
}

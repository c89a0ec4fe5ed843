/** A circle: who is in it, what it could do next, and where it has eaten. */
import { get, Problem } from '../api.js';
import { element, redraw } from '../element.js';
import { savedArea } from '../parts/area.js';
import { buttonLink } from '../parts/controls.js';
import { faceStack } from '../parts/face.js';
import { memoryPanel } from '../parts/memory.js';
import { proposalPanel } from '../parts/proposal.js';
import { say } from '../words.js';

export default async function circleScreen({ parameters: { id }, signal }) {
  const path = `/v1/circles/${encodeURIComponent(id)}`;
  const body = element('div', { class: 'stackup' });
  const read = (options) => Promise.all([
    get(path, options), proposal(path, options), get(`${path}/memory`, options),
  ]);
  const draw = ([circle, next, memory]) => redraw(body, proposalPanel(circle, next), memoryPanel(path, memory));
  const first = await read({ signal });
  draw(first);
  return {
    title: first[0].name,
    content: element('div', { class: 'narrow stackup' }, head(first[0]), body),
    refresh: async () => draw(await read()),
  };
}

function head(circle) {
  return element('header', { class: 'place-head' },
    element('div', { class: 'hero-bar flat' },
      buttonLink('', '/friends', { look: 'round', sign: 'back', label: say('circle.back') })),
    element('h1', { dir: 'auto' }, circle.name),
    circle.members.length > 0 ? faceStack(circle.members) : null,
    element('p', { class: 'second' }, circle.members.length > 0
      ? say('circle.members', { names: circle.members.map(({ name }) => name).join(', ') }) : say('circle.nobody')));
}

/** Where the circle usually eats, else where the reader looked last; null where neither is known. */
async function proposal(path, options) {
  try {
    return await get(`${path}/proposal`, options);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    const area = savedArea();
    return area ? get(`${path}/proposal?near=${encodeURIComponent(area.point)}`, options) : null;
  }
}

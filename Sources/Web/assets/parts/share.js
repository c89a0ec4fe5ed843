/** Links that anybody who has them can answer by. */
import { post, remove } from '../api.js';
import { element } from '../element.js';
import { momentWithin } from '../time.js';
import { announce } from './said.js';
import { button } from './controls.js';
import { say } from '../words.js';
import { dotted } from './outing-row.js';
import { showProblem } from './form.js';

/** @param {any} outing @param {any[]} links those that exist */
export function sharePanel(outing, links) {
  const made = element('div', { class: 'form' });
  const list = element('ul', { class: 'rows plain-rows' }, links.map((link) => existing(outing, link)));
  const make = async () => {
    try {
      const link = await post(`/v1/outings/${outing.id}/links`);
      made.replaceChildren(fresh(outing, link));
      list.append(existing(outing, link));
      made.querySelector('input').select();
    } catch (problem) {
      showProblem(made, { errors: [], message: problem.message });
    }
  };
  return element('section', { class: 'section', 'aria-labelledby': 'share' },
    element('h2', { id: 'share' }, say('share.title')),
    element('p', { class: 'second spaced' }, say('share.text')),
    button(say('share.make'), make, { look: 'sun', sign: 'share', key: 'share' }),
    made, list);
}

function fresh(outing, link) {
  const input = element('input', { class: 'input', id: 'share-link', readonly: true, on: { focus: () => input.select() } });
  input.value = link.url;
  const copy = () => {
    input.select();
    copied(link);
  };
  const send = () => navigator.share({ title: outing.title, url: link.url }).catch(() => {});
  return element('div', { class: 'field made-link' },
    element('label', { for: 'share-link' }, say('share.link')),
    input,
    element('div', { class: 'actions' },
      button(say('share.copy'), copy),
      navigator.share ? button(say('share.send'), send) : null));
}

export async function copied(link) {
  try {
    await navigator.clipboard.writeText(link.url);
    announce(say('share.copied'));
  } catch {
    announce(say('share.copyByHand', { url: link.url }));
  }
}

function existing(outing, link) {
  const end = async () => {
    try {
      await remove(`/v1/outings/${outing.id}/links/${link.id}`);
      row.remove();
      announce(say('share.ended'));
    } catch (problem) {
      announce(problem.message);
    }
  };
  const row = element('li', { class: 'row wrap' }, element('div', { class: 'row-body' },
    element('span', {}, say('share.made', { moment: momentWithin(link.createdAt, outing.timeZone) })),
    dotted([
      say('share.used', { count: link.uses }),
      say('share.until', { moment: momentWithin(link.expiresAt, outing.timeZone) }),
    ])),
  button(say('share.copy'), () => copied(link), { look: 'plain' }),
  button(say('share.end'), end, { look: 'plain' }));
  return row;
}

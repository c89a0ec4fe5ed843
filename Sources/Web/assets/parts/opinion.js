/** Yes, maybe, no: each with a sign and a word, and how many said it. */
import { element, icon } from '../element.js';
import { say } from '../words.js';

export const OPINIONS = ['yes', 'maybe', 'no'];
const LOOKS = { yes: ['attending', 'check'], maybe: ['maybe', 'wave'], no: ['declined', 'cross'] };

/**
 * One of three.
 *
 * @param {{ name: string, label: string, tally: Record<string, number> | null, chosen: string | null,
 *   choose: (opinion: string) => void }} how `name` finds it again after a redraw
 */
export function opinionBar({ name, label, tally, chosen, choose }) {
  const options = OPINIONS.map((opinion) => {
    const [look, sign] = LOOKS[opinion];
    const words = tally ? say(`opinion.counted.${opinion}`, { count: tally[opinion] }) : say(`opinion.${opinion}`);
    const input = element('input', {
      type: 'radio', name, value: opinion, id: `${name}-${opinion}`, checked: opinion === chosen,
      on: { change: () => choose(opinion) },
    });
    return element('label', {}, input, element('span', { class: look }, icon(sign), words));
  });
  return element('fieldset', { class: 'segment' }, element('legend', { class: 'visually-hidden' }, label), options);
}

/** "3 yes, 1 maybe" with a sign; nothing for what nobody said. */
export function tallyLine(tally) {
  const said = OPINIONS.filter((opinion) => tally[opinion] > 0);
  if (said.length === 0) return element('span', { class: 'fine' }, say('opinion.none'));
  return element('span', { class: 'facts second' }, said.map((opinion) =>
    element('span', { class: `state ${opinion === 'maybe' ? 'unknown' : opinion}` },
      icon(LOOKS[opinion][1]), say(`opinion.counted.${opinion}`, { count: tally[opinion] }))));
}

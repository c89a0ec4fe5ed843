/** An address at which calendar programs follow one's outings. */
import { post, remove } from '../api.js';
import { element, redraw } from '../element.js';
import { announce } from './said.js';
import { button } from './controls.js';
import { copied } from './share.js';
import { say } from '../words.js';

/** @param {string | null} url the address there is now */
export function calendarPanel(url) {
  const body = element('div', { class: 'form' });
  const draw = (address) => redraw(body, address ? shown(address, change) : offer(change));
  const change = async (act, words) => {
    try {
      draw((await act())?.url ?? null);
      announce(say(words));
    } catch (problem) {
      announce(problem.message);
    }
  };
  draw(url);
  return element('section', { class: 'section', 'aria-labelledby': 'calendar' },
    element('h2', { id: 'calendar' }, say('calendar.title')),
    element('p', { class: 'second spaced' }, say('calendar.text')),
    body);
}

const renew = () => post('/v1/calendar/rotate');
const end = () => remove('/v1/calendar');

function offer(change) {
  return element('div', {}, button(say('calendar.make'), () => change(renew, 'calendar.made'), { key: 'calendar-make' }));
}

function shown(url, change) {
  const input = element('input', { class: 'input', id: 'calendar-address', readonly: true, on: { focus: () => input.select() } });
  input.value = url;
  return element('div', { class: 'field made-link' },
    element('label', { for: 'calendar-address' }, say('calendar.address')),
    input,
    element('p', { class: 'second' }, say('calendar.secret')),
    element('div', { class: 'actions' },
      button(say('share.copy'), () => copied({ url }), { key: 'calendar-copy' }),
      button(say('calendar.renew'), () => change(renew, 'calendar.renewed'), { look: 'plain', key: 'calendar-renew' }),
      button(say('calendar.end'), () => change(end, 'calendar.ended'), { look: 'plain danger', key: 'calendar-end' })));
}

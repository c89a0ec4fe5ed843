/** An example outing for visitors. It answers to being used, but sends nothing. */
import { createElement, redraw } from '../dom.js';
import { translate } from '../localization.js';
import { formatLongDateTime, formatTime } from '../time.js';
import { renderAnswerButtons } from './answer-buttons.js';
import { renderAvatarStack } from './avatar.js';
import { renderLargeClockFace } from './clock-face.js';
import { createButton } from './controls.js';
import { renderDiff } from './diff.js';

const DAY_MS = 86_400_000;
const FRIDAY = 5;
const GUESTS = 3; // other than the visitor

/** Creates the example. */
export function createExampleOuting() {
  const card = createElement('section', { class: 'group example', 'aria-labelledby': 'example-title' });
  let answer = null;
  let isMoved = false;

  function draw() {
    const when = isMoved ? 'T13:00:00' : 'T12:30:00';
    const [before, after] = ['12:30', '13:00'].map((time) => `${findNextFriday()}T${time}:00Z`);
    redraw(card,
      createElement('header', { class: 'daylight', 'data-when': when },
        renderLargeClockFace(when),
        createElement('p', { class: 'eyebrow' }, translate('welcome.example.label')),
        createElement('h2', { id: 'example-title' }, translate('welcome.example.title')),
        createElement('p', {}, formatLongDateTime(isMoved ? after : before, 'UTC'), createElement('br'), translate('welcome.example.place'))),
      createElement('div', { class: 'example-body' },
        createElement('p', { class: 'example-people' }, renderAvatarStack(getPeople(answer)),
          createElement('span', { class: 'secondary' }, translate('outing.hostAndCount', { host: getHost(), count: GUESTS + (answer === 'attending' ? 1 : 0) }))),
        renderAnswerButtons({
          label: translate('welcome.example.question'), chosen: answer, getText: (status) => translate(`welcome.example.answer.${status}`),
          choose: (status) => { answer = status; draw(); },
        }),
        createElement('div', { class: 'example-news', 'aria-live': 'polite' },
          answer ? createElement('p', {}, translate(`welcome.example.said.${answer}`, { host: getHost() })) : null,
          isMoved ? createElement('p', {}, renderDiff(formatTime(before, 'UTC'), formatTime(after, 'UTC')), ' ', translate('welcome.example.moved', { host: getHost() })) : null),
        createButton(translate(isMoved ? 'welcome.example.moveBack' : 'welcome.example.move'), () => { isMoved = !isMoved; draw(); },
          { variant: 'plain', key: 'example-move' })));
  }

  draw();
  return card;
}

const getHost = () => translate('welcome.example.host');

function getPeople(answer) {
  const names = translate('welcome.example.friends').split(',').map((name) => name.trim());
  const friends = [getHost(), ...names].map((name, at) => ({ id: `friend-${at}`, name }));
  return answer === 'attending' ? [...friends, { id: 'you', name: translate('who.you') }] : friends;
}

function findNextFriday() {
  const days = (FRIDAY - new Date().getUTCDay() + 7) % 7 || 7;
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** What is kept, who sees it, and for how long: the server tells the times that its own workers go by. */
import { get } from '../api.js';
import { element } from '../element.js';
import { language, say } from '../words.js';

const PARTS = [
  'who', 'guests', 'place', 'series', 'origin', 'diets', 'talk', 'deciding', 'ratings', 'picture', 'mail', 'cookies', 'audit', 'rights',
  'erasure', 'backups', 'others',
];
const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;

export default async function privacyScreen({ signal }) {
  const { retention } = await get('/v1/privacy', { signal });
  return {
    title: say('privacy.title'),
    content: element('article', { class: 'narrow prose' },
      element('h1', {}, say('privacy.title')),
      PARTS.map((part) => [element('h2', {}, say(`privacy.${part}.title`)), element('p', {}, say(`privacy.${part}.text`))]),
      element('h2', {}, say('privacy.kept.title')),
      element('p', {}, say('privacy.kept.text')),
      table(retention)),
  };
}

function table(retention) {
  return element('table', { class: 'kept' },
    element('thead', {}, element('tr', {},
      element('th', { scope: 'col' }, say('privacy.kept.what')), element('th', { scope: 'col' }, say('privacy.kept.long')))),
    element('tbody', {}, retention.map(({ what, seconds }) => element('tr', { 'data-what': what, 'data-seconds': seconds },
      element('th', { scope: 'row' }, say(`privacy.kept.${what}`)), element('td', {}, span(seconds))))));
}

/** "30 days", "24 hours", "5 minutes". */
function span(seconds) {
  const [length, unit] = seconds > DAY ? [DAY, 'day'] : seconds >= HOUR ? [HOUR, 'hour'] : [MINUTE, 'minute'];
  const number = seconds / length;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(number);
}

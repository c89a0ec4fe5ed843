/** What is stored, who sees it and for how long. The server reports the retention times that its maintenance jobs use. */
import { get } from '../api.js';
import { createElement } from '../dom.js';
import { language, translate } from '../localization.js';
import { renderOperator } from '../parts/operator.js';

const SECTIONS = [
  'who', 'guests', 'place', 'series', 'origin', 'diets', 'talk', 'deciding', 'ratings', 'picture', 'venues', 'mail', 'cookies', 'audit',
  'rights', 'erasure', 'backups', 'paying', 'others',
];
const DAY = 86_400;
const YEAR = 365 * DAY;
const HOUR = 3_600;
const MINUTE = 60;

export default async function loadPrivacyScreen({ signal }) {
  const { operator, retention } = await get('/v1/privacy', { signal });
  return {
    title: translate('service.privacy'),
    content: createElement('article', { class: 'narrow prose' },
      createElement('h1', {}, translate('service.privacy')),
      renderOperator(operator),
      SECTIONS.map((part) => [createElement('h2', {}, translate(`privacy.${part}.title`)), createElement('p', {}, translate(`privacy.${part}.text`))]),
      createElement('h2', {}, translate('privacy.kept.title')),
      createElement('p', {}, translate('privacy.kept.text')),
      renderRetention(retention)),
  };
}

function renderRetention(retention) {
  return createElement('table', { class: 'retention-table' },
    createElement('thead', {}, createElement('tr', {},
      createElement('th', { scope: 'col' }, translate('privacy.kept.what')), createElement('th', { scope: 'col' }, translate('privacy.kept.long')))),
    createElement('tbody', {}, retention.map(({ what, seconds }) => createElement('tr', { 'data-what': what, 'data-seconds': seconds },
      createElement('th', { scope: 'row' }, translate(`privacy.kept.${what}`)), createElement('td', {}, formatSpan(seconds))))));
}

/** Formats a duration: "3 years", "30 days", "24 hours", "5 minutes". */
function formatSpan(seconds) {
  const [length, unit] = seconds % YEAR === 0 ? [YEAR, 'year'] : seconds > DAY ? [DAY, 'day'] : seconds >= HOUR ? [HOUR, 'hour'] : [MINUTE, 'minute'];
  const number = seconds / length;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(number);
}

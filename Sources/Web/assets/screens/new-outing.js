/** Starting an outing. */
import { get, post } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { translate } from '../localization.js';
import { countMinutesBetween, createEmptyDraft, createOutingBody, createRestaurantReference } from '../outing-draft.js';
import { navigate } from '../page.js';
import { localTimeZone } from '../time.js';
import { createForm, showFieldError } from '../parts/form.js';
import { startOuting } from '../parts/new-outing-form.js';
import { createOutingFields, reportIncompleteTime } from '../parts/outing-fields.js';
import { createRuleFields, readRule } from '../parts/recurrence-fields.js';

export default async function loadNewOutingScreen({ query, signal }) {
  const restaurantId = query.get('restaurant');
  const [restaurant, { holidayCountries }] = await Promise.all([
    restaurantId ? get(`/v1/restaurants/${encodeURIComponent(restaurantId)}`, { signal }) : null, get('/v1/series', { signal }),
  ]);
  const draft = { ...createEmptyDraft(localTimeZone), where: restaurant && createRestaurantReference(restaurant) };
  const send = async (values, node) => {
    if (reportIncompleteTime(node, values)) return;
    if (!values.repeats) await startOuting(createOutingBody(draft, values));
    else if (values.date) await startSeries(createOutingBody(draft, values), values, node);
    else showFieldError(node, 'date', translate('series.needsDay'));
  };
  return {
    title: translate('start.title'),
    content: createElement('div', {},
      createElement('header', { class: 'detail-header' },
        createElement('a', { class: 'button round', href: '/', 'aria-label': translate('start.close') }, createIcon('cross')),
        createElement('h1', {}, translate('start.title'))),
      createForm({ send },
        createOutingFields(draft, { isNew: true }),
        createRuleFields(null, holidayCountries, { mayNot: true }),
        createElement('button', { class: 'button primary large', type: 'submit' }, translate('start.action')),
        createElement('p', { class: 'fine-print' }, translate('start.nobodyTold')))),
  };
}

/** Starts a series from the day and time of its first outing, and opens its page to invite people. */
async function startSeries({ startsAt, respondBy, ...rest }, values, node) {
  const [date, startTime] = startsAt.split('T');
  const series = await post('/v1/series', {
    ...rest, startTime, rule: readRule(node, date), skipHolidays: values.skipHolidays || null,
    ...(respondBy ? { answersDueMinutes: countMinutesBetween(startsAt, respondBy) } : {}),
  });
  navigate(`/series/${series.id}`, { replace: true });
}

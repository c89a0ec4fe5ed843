/** Starting an outing. */
import { get, post } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { takeSubmission } from '../form-drafts.js';
import { translate } from '../localization.js';
import { countMinutesBetween, createEmptyDraft, createOutingBody, createRestaurantReference } from '../outing-draft.js';
import { navigate } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { localTimeZone } from '../time.js';
import { createForm, showFieldError } from '../parts/form.js';
import { NEW_OUTING_DRAFT, startAfterSignIn, startOuting } from '../parts/new-outing-form.js';
import { createOutingFields, reportIncompleteTime } from '../parts/outing-fields.js';
import { createRuleFields, readRule } from '../parts/recurrence-fields.js';

export default async function loadNewOutingScreen({ query, signal }) {
  const restaurantId = query.get('restaurant');
  const [restaurant, { holidayCountries }] = await Promise.all([
    restaurantId ? get(`/v1/restaurants/${encodeURIComponent(restaurantId)}`, { signal }) : null,
    getCurrentPerson() ? get('/v1/series', { signal }) : { holidayCountries: [] },
  ]);
  const draft = { ...createEmptyDraft(localTimeZone), where: restaurant && createRestaurantReference(restaurant) };
  const draftKey = restaurant ? `${NEW_OUTING_DRAFT}-at-${restaurant.id}` : NEW_OUTING_DRAFT;
  const send = async (values, node) => {
    if (reportIncompleteTime(node, values)) return false;
    if (!getCurrentPerson()) return startAfterSignIn(values, { draft: draftKey, path: location.pathname + location.search });
    if (!values.repeats) return startOuting(createOutingBody(draft, values));
    if (values.date) return startSeries(createOutingBody(draft, values), values, node);
    showFieldError(node, 'date', translate('series.needsDay'));
    return false;
  };
  const form = createForm({ send, draft: draftKey },
    createOutingFields(draft, { isNew: true }),
    createRuleFields(null, holidayCountries, { mayNot: true }),
    createElement('button', { class: 'button primary large', type: 'submit' }, translate('start.action')),
    createElement('p', { class: 'fine-print' }, translate(getCurrentPerson() ? 'start.nobodyTold' : 'welcome.free')));
  // A visitor has pressed the button before the sign-in; sending has to wait until this screen is shown, because it opens another one.
  if (getCurrentPerson() && takeSubmission(draftKey, getCurrentPerson().id)) setTimeout(() => form.requestSubmit());
  return {
    title: translate('start.title'),
    content: createElement('div', {},
      createElement('header', { class: 'detail-header' },
        createElement('a', { class: 'button round', href: '/', 'aria-label': translate('start.close') }, createIcon('cross')),
        createElement('h1', {}, translate('start.title'))),
      form),
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

/** Start an outing: a title, and whatever else is already known. */
import { get, post } from '../api.js';
import { element, icon } from '../element.js';
import { emptyDraft, minutesBefore, restaurantIdOf, startBody } from '../drafts.js';
import { form, showFault } from '../parts/form.js';
import { outingFields, whenFault } from '../parts/outing-fields.js';
import { startOuting } from '../parts/start-form.js';
import { navigate } from '../page.js';
import { ruleFields, ruleFrom } from '../parts/recurrence-fields.js';
import { here } from '../time.js';
import { say } from '../words.js';

export default async function startScreen({ query, signal }) {
  const wanted = query.get('restaurant');
  const [restaurant, { holidayCountries }] = await Promise.all([
    wanted ? get(`/v1/restaurants/${encodeURIComponent(wanted)}`, { signal }) : null, get('/v1/series', { signal }),
  ]);
  const draft = { ...emptyDraft(here), where: restaurant && restaurantIdOf(restaurant) };
  const send = async (values, node) => {
    if (whenFault(node, values)) return;
    if (!values.repeats) await startOuting(startBody(draft, values));
    else if (values.date) await startSeries(startBody(draft, values), values, node);
    else showFault(node, 'date', say('series.needsDay'));
  };
  return {
    title: say('start.title'),
    content: element('div', {},
      element('header', { class: 'edit-head' },
        element('a', { class: 'button round', href: '/', 'aria-label': say('start.close') }, icon('cross')),
        element('h1', {}, say('start.title'))),
      form({ send },
        outingFields(draft, { isNew: true }),
        ruleFields(null, holidayCountries, { mayNot: true }),
        element('button', { class: 'button sun large', type: 'submit' }, say('start.action')),
        element('p', { class: 'fine' }, say('start.nobodyTold')))),
  };
}

/** A first outing with its day and time, and a rule: the page of the series invites. */
async function startSeries({ startsAt, respondBy, ...rest }, values, node) {
  const [date, startTime] = startsAt.split('T');
  const series = await post('/v1/series', {
    ...rest, startTime, rule: ruleFrom(node, date), skipHolidays: values.skipHolidays || null,
    ...(respondBy ? { answersDueMinutes: minutesBefore(startsAt, respondBy) } : {}),
  });
  navigate(`/series/${series.id}`, { replace: true });
}

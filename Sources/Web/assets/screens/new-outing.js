/** Starting an outing. */
import { get, getAll, post } from '../api.js';
import { createElement, createIcon } from '../dom.js';
import { takeSubmission } from '../form-drafts.js';
import { translate } from '../localization.js';
import { countMinutesBetween, createDraft, createEmptyDraft, createOutingBody, createRestaurantReference } from '../outing-draft.js';
import { getName } from '../menu-model.js';
import { navigate } from '../page.js';
import { getCurrentPerson, getViewer } from '../session.js';
import { localTimeZone, parseWallTime } from '../time.js';
import { createForm, showFieldError } from '../parts/form.js';
import { NEW_OUTING_DRAFT, startAfterSignIn, startOuting } from '../parts/new-outing-form.js';
import { createOutingFields, questionPastTime, reportIncompleteTime } from '../parts/outing-fields.js';
import { createRuleFields, readRule } from '../parts/recurrence-fields.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MAX_TITLE = 120; // the server's limit

export default async function loadNewOutingScreen({ query, signal }) {
  const restaurantId = query.get('restaurant');
  const [restaurant, dish, { holidayCountries }, again] = await Promise.all([
    restaurantId ? get(`/v1/restaurants/${encodeURIComponent(restaurantId)}`, { signal }) : null,
    query.has('dish') ? get(`/v1/dishes/${encodeURIComponent(query.get('dish'))}`, { signal }) : null,
    getCurrentPerson() ? get('/v1/series', { signal }) : { holidayCountries: [] },
    query.has('again') ? readAgain(query.get('again'), { signal }) : null,
  ]);
  const place = restaurant ?? dish?.dish.restaurant;
  const draft = again?.draft ?? {
    ...createEmptyDraft(localTimeZone), where: place ? createRestaurantReference(place) : null, title: dish ? getName(dish.menuItem).slice(0, MAX_TITLE) : '',
    startsAt: parseWallTime(query.get('at')) || null,
  };
  const source = ['again', 'restaurant', 'dish'].find((name) => query.has(name));
  const draftKey = source ? `${NEW_OUTING_DRAFT}-${source === 'restaurant' ? 'at' : source}-${query.get(source)}` : NEW_OUTING_DRAFT;
  const send = async (values, node) => {
    if (reportIncompleteTime(node, values) || questionPastTime(node, values)) return false;
    if (!getCurrentPerson()) return startAfterSignIn(values, { draft: draftKey, path: location.pathname + location.search });
    const { invitesSame, ...fields } = values;
    if (!values.repeats) return startOuting({ ...createOutingBody(draft, fields), ...(invitesSame ? { invite: { people: again.people } } : {}) });
    if (values.date) return startSeries(createOutingBody(draft, values), values, node);
    showFieldError(node, 'date', translate('series.needsDay'));
    return false;
  };
  const form = createForm({ send, draft: draftKey },
    createOutingFields(draft, { isNew: true }),
    again?.people.length > 0 ? renderInviteSame(again.people.length) : null,
    again?.hasOthers ? createElement('p', { class: 'hint' }, translate('start.sameOthers')) : null,
    createRuleFields(null, holidayCountries, { mayNot: true }),
    createElement('button', { class: 'button primary large', type: 'submit' }, translate('start.action')),
    createElement('p', { class: 'fine-print' }, translate(getCurrentPerson() ? 'start.noOneNotified' : 'welcome.free')));
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

/** Reads an outing to repeat: its fields, at the same time on the same weekday to come, the friends who were on its list, and whether others were. */
async function readAgain(id, { signal }) {
  const path = `/v1/outings/${encodeURIComponent(id)}`;
  const [outing, attendees, friends] = await Promise.all([
    get(path, { signal }), getAll(`${path}/attendees`, { signal }), getAll('/v1/friends', { signal }),
  ]);
  const base = createDraft(outing);
  const days = base.startsAt ? Math.max(1, Math.floor((Date.now() - Date.parse(outing.startsAt)) / WEEK_MS) + 1) * 7 : 0;
  const shift = (text) => (text ? new Date(Date.parse(`${text}:00Z`) + days * DAY_MS).toISOString().slice(0, 16) : null);
  const known = new Set(friends.map((friend) => friend.id));
  const others = attendees.map(({ person }) => person.id).filter((person) => person !== getViewer().id);
  return {
    draft: { ...base, startsAt: shift(base.startsAt), endsAt: shift(base.endsAt), respondBy: null },
    people: others.filter((person) => known.has(person)), hasOthers: !others.every((person) => known.has(person)),
  };
}

function renderInviteSame(count) {
  return createElement('label', { class: 'choice' }, createElement('input', { type: 'checkbox', name: 'invitesSame', checked: true }),
    createElement('span', {}, translate('start.inviteSame', { count })));
}

/** Starts a series from the day and time of its first outing, and opens its page to invite people. */
async function startSeries({ startsAt, endsAt, respondBy, ...rest }, values, node) {
  const [date, startTime] = startsAt.split('T');
  const series = await post('/v1/series', {
    ...rest, startTime, rule: readRule(node, date), skipHolidays: values.skipHolidays || null,
    ...(endsAt ? { durationMinutes: countMinutesBetween(endsAt, startsAt) } : {}),
    ...(respondBy ? { answersDueMinutes: countMinutesBetween(startsAt, respondBy) } : {}),
  });
  navigate(`/series/${series.id}`, { replace: true });
}

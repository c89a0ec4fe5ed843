/** One place: how to reach it, when it is open, whom it suits, and where this is known from. */
import { get, patch, post, Problem, read } from '../api.js';
import { element } from '../element.js';
import { button, buttonLink, linkAway } from '../parts/controls.js';
import { addressText, isHost, isOver } from '../outings.js';
import { announce } from '../parts/said.js';
import { banner } from '../parts/banner.js';
import { savedArea } from '../parts/area.js';
import { fitLine } from '../parts/fit.js';
import { DIETS, dietState, farText, kitchen, likedLine, openLine, ratingText, webLink } from '../parts/place.js';
import { dotted } from '../parts/outing-row.js';
import { offerPanel, offersOf } from '../parts/offers.js';
import { sourceLine } from '../parts/sources.js';
import { routeLink, whereabouts } from '../parts/whereabouts.js';
import { navigate } from '../page.js';
import { me } from '../session.js';
import { here, moment, momentWithin } from '../time.js';
import { say } from '../words.js';

export default async function restaurantScreen({ parameters: { id }, query, signal }) {
  const wanted = query.get('for');
  const asked = wanted ? await read(`/v1/outings/${encodeURIComponent(wanted)}`, { signal }) : null;
  const [restaurant, offers] = await Promise.all([
    get(`/v1/restaurants/${id}?${details(asked?.body)}`, { signal }), offersOf(id, asked?.body.startsAt, { signal }),
  ]);
  return {
    title: restaurant.name,
    content: element('div', { class: 'outing place stackup' },
      head(restaurant, wanted), whereabouts(restaurant),
      element('div', { class: 'main stackup' }, offerPanel(offers), hours(restaurant, asked?.body), diets(restaurant), sourceLine([restaurant])),
      choice(restaurant, asked)),
  };
}

/** From where, and open when. */
function details(outing) {
  const parameters = new URLSearchParams();
  const area = savedArea();
  if (area) parameters.set('near', area.point);
  if (outing?.startsAt) parameters.set('openAt', outing.startsAt);
  if (outing) parameters.set('outing', outing.id);
  return parameters;
}

function head(restaurant, wanted) {
  const back = wanted ? `/restaurants?for=${wanted}` : '/restaurants';
  return element('header', { class: 'place-head' },
    element('div', { class: 'hero-bar flat' }, buttonLink('', back, { look: 'round', sign: 'back', label: say('place.back') })),
    element('h1', {}, restaurant.name),
    dotted([kitchen(restaurant), farText(restaurant.distance), ratingText(restaurant.rating)]),
    restaurant.liked ? likedLine() : null,
    element('p', { class: 'second' }, addressText(restaurant)),
    restaurant.vanished ? banner({ sign: 'warning', title: say('place.vanished') }) : null,
    element('div', { class: 'actions' }, contact(restaurant)));
}

function contact(restaurant) {
  const { latitude, longitude } = restaurant.location;
  const website = webLink(restaurant.website);
  const around = new URLSearchParams({ near: `${latitude.toFixed(4)},${longitude.toFixed(4)}`, around: restaurant.name });
  return [
    restaurant.phone ? buttonLink(say('place.call'), `tel:${restaurant.phone}`, { sign: 'phone' }) : null,
    website ? linkAway(say('place.website'), website, { sign: 'globe' }) : null,
    routeLink(restaurant, { sign: 'walk' }),
    buttonLink(say('place.around'), `/restaurants?${around}`, { sign: 'search' }),
  ];
}

function hours(restaurant, outing) {
  const lines = (restaurant.hours?.text ?? '').split(/\s*;\s*/).filter(Boolean);
  return element('section', { class: 'section', 'aria-labelledby': 'hours' },
    element('h2', { id: 'hours' }, say('place.hours')),
    lines.length > 0 && !restaurant.openAt ? null
      : element('p', {}, openLine(restaurant.openAt ?? { state: 'unknown' }, outing?.timeZone ?? here)),
    lines.length > 0 ? element('ul', { class: 'hours-text' }, lines.map((line) => element('li', {}, line))) : null,
    element('p', { class: 'fine spaced' }, say('place.hoursFrom', { moment: momentWithin(restaurant.updatedAt, here) })));
}

function diets(restaurant) {
  const offers = restaurant.diets ?? {};
  const known = DIETS.filter((diet) => offers[diet] && offers[diet] !== 'unknown');
  return element('section', { class: 'section', 'aria-labelledby': 'diets' },
    element('h2', { id: 'diets' }, say('place.diets')),
    restaurant.dietFit ? element('p', {}, fitLine(restaurant.dietFit)) : null,
    known.length === 0 ? element('p', { class: 'second' }, say('place.dietsUnknown')) : element('ul', { class: 'diets' },
      DIETS.map((diet) => element('li', {}, element('strong', {}, say(`diet.${diet}`)), dietState(offers[diet] ?? 'unknown')))));
}

/** The next step: this place for the outing that was being planned, or a new outing here. */
function choice(restaurant, asked) {
  if (asked && isHost(asked.body) && !isOver(asked.body)) return chooseFor(restaurant, asked);
  if (asked) return asked.body.myAttendance && !isOver(asked.body) ? suggestFor(restaurant, asked.body) : null;
  if (!me()) return null;
  return element('div', { class: 'dock answer' },
    element('a', { class: 'button sun large wide', href: `/outings/new?restaurant=${restaurant.id}` }, say('place.start')));
}

/** Who does not host may say that this would be better. */
function suggestFor(restaurant, outing) {
  const act = async () => {
    try {
      await post(`/v1/outings/${outing.id}/suggestions`, { restaurantId: restaurant.id });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      announce(error.message);
      return;
    }
    navigate(`/outings/${outing.id}/suggestions`);
    announce(say('suggest.done'));
  };
  return element('div', { class: 'dock answer' },
    element('div', { class: 'answer-line' },
      element('p', { class: 'answer-said' }, element('strong', {}, say('place.for', { title: outing.title })), forWhen(outing))),
    outing.restaurant?.id === restaurant.id ? element('p', { class: 'second' }, say('place.isChosen'))
      : button(say('place.suggest'), act, { look: 'sun large wide' }));
}

const forWhen = (outing) => (outing.startsAt ? moment(outing.startsAt, outing.timeZone) : say('outing.timeOpen'));

function chooseFor(restaurant, { body: outing, tag }) {
  const isChosen = outing.restaurant?.id === restaurant.id;
  const act = async () => {
    try {
      await patch(`/v1/outings/${outing.id}`, { restaurantId: restaurant.id }, tag);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      announce(error.status === 412 ? say('place.changedMeanwhile') : error.message);
      return;
    }
    navigate(`/outings/${outing.id}`);
    announce(say('place.chosen', { place: restaurant.name }));
  };
  const { invited, attending, maybe, waitlisted } = outing.counts;
  return element('div', { class: 'dock answer' },
    element('div', { class: 'answer-line' },
      element('p', { class: 'answer-said' }, element('strong', {}, say('place.for', { title: outing.title })), forWhen(outing))),
    isChosen ? element('p', { class: 'second' }, say('place.isChosen'))
      : button(say('place.choose', { count: Math.max(0, invited + attending + maybe + waitlisted - 1) }), act,
        { look: 'sun large wide' }));
}

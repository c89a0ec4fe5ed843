/** What one thinks of the place an outing was at: five stars and a word for oneself. */
import { get, post, Problem, remove } from '../api.js';
import { element, icon, redraw } from '../element.js';
import { region, say } from '../words.js';
import { button } from './controls.js';
import { field, form } from './form.js';
import { announce } from './said.js';

const STARS = [1, 2, 3, 4, 5];

/**
 * A section that fills itself once the outing is over and the reader was there; what is typed in it outlives a redraw
 * of the rest of the page.
 */
export function ratingPart(id) {
  const section = element('section', { class: 'section', 'aria-labelledby': 'rating' });
  section.hidden = true;
  let isShown = false;
  const refresh = async (outing, options) => {
    const wasThere = outing.state === 'done' && outing.restaurant && outing.myAttendance?.status === 'attending';
    if (!wasThere || isShown) return;
    try {
      show(await get(`/v1/outings/${id}/rating`, options), outing);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  };
  function show({ open, rating }, outing) {
    isShown = true;
    section.hidden = !open && !rating;
    redraw(section, element('h2', { id: 'rating' }, say('rating.title', { place: outing.restaurant.name })),
      open ? ratingForm(outing, rating, show) : kept(rating));
  }
  return { section, refresh };
}

function kept(rating) {
  return rating ? [element('p', {}, say('rating.given', { count: rating.stars })), rating.words ? element('p', { class: 'fact-note' }, rating.words) : null] : null;
}

function ratingForm(outing, rating, show) {
  const send = async ({ stars, words }) => {
    const body = { outingId: outing.id, stars: Number(stars) };
    if (words) body.words = words;
    if (!stars) throw new Problem({ status: 422, code: 'missing', detail: say('rating.missing') });
    show({ open: true, rating: await post(`/v1/restaurants/${outing.restaurant.id}/ratings`, body) }, outing);
    announce(say('rating.saved'));
  };
  const takeBack = async () => {
    try {
      await remove(`/v1/outings/${outing.id}/rating`);
      show({ open: true, rating: null }, outing);
      announce(say('rating.removed'));
    } catch (problem) {
      announce(problem.message);
    }
  };
  return form({ label: say('rating.title', { place: outing.restaurant.name }), send },
    element('p', { class: 'second' }, say('rating.text')),
    element('fieldset', { class: 'segment stars', 'data-field': 'stars' },
      element('legend', { class: 'visually-hidden' }, say('rating.stars')),
      STARS.map((count) => star(count, rating?.stars === count))),
    field({ name: 'words', label: say('rating.words'), control: 'textarea', rows: 2, maxlength: 1000, value: rating?.words ?? '' }),
    element('div', { class: 'actions' },
      element('button', { class: 'button sun', type: 'submit' }, say(rating ? 'rating.change' : 'rating.save')),
      rating ? button(say('rating.remove'), takeBack, { look: 'plain', key: 'unrate' }) : null));
}

function star(count, isChosen) {
  const input = element('input', { type: 'radio', name: 'stars', value: count, id: `stars-${count}`, checked: isChosen });
  return element('label', {}, input, element('span', { class: 'attending' }, icon('star'),
    element('bdi', { 'aria-hidden': 'true' }, new Intl.NumberFormat(region).format(count)),
    element('bdi', { class: 'visually-hidden' }, say('rating.given', { count }))));
}

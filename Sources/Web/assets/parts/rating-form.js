/** The person's rating of an outing's restaurant: one to five stars and a private note. */
import { get, post, Problem, remove } from '../api.js';
import { createElement, createIcon, redraw } from '../dom.js';
import { formatNumber, translate } from '../localization.js';
import { tryAction } from './actions.js';
import { createButton } from './controls.js';
import { createField, createForm } from './form.js';
import { showToast } from './toast.js';

const STARS = [1, 2, 3, 4, 5];

/**
 * Creates a section that appears once the outing is over, for people who attended. It survives redraws of the page, so that typed text is
 * not lost.
 */
export function createRatingSection(id) {
  const section = createElement('section', { class: 'section', 'aria-labelledby': 'rating' });
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
    redraw(section, createElement('h2', { id: 'rating' }, translate('rating.title', { place: outing.restaurant.name })),
      open ? createRatingForm(outing, rating, show) : renderGivenRating(rating));
  }
  return { section, refresh };
}

function renderGivenRating(rating) {
  return rating ? [createElement('p', {}, translate('rating.given', { count: rating.stars })), rating.words ? createElement('p', { class: 'fact-note', dir: 'auto' }, rating.words) : null] : null;
}

function createRatingForm(outing, rating, show) {
  const send = async ({ stars, words }) => {
    const body = { outingId: outing.id, stars: Number(stars) };
    if (words) body.words = words;
    if (!stars) throw new Problem({ status: 422, code: 'missing', detail: translate('rating.missing') });
    show({ open: true, rating: await post(`/v1/restaurants/${outing.restaurant.id}/ratings`, body) }, outing);
    showToast(translate('rating.saved'));
  };
  const takeBack = async () => {
    await tryAction(async () => {
      await remove(`/v1/outings/${outing.id}/rating`);
      show({ open: true, rating: null }, outing);
      showToast(translate('rating.removed'));
    });
  };
  return createForm({ label: translate('rating.title', { place: outing.restaurant.name }), draft: `rating-${outing.id}`, send },
    createElement('p', { class: 'secondary' }, translate('rating.text')),
    createElement('fieldset', { class: 'segment stars', 'data-field': 'stars' },
      createElement('legend', { class: 'visually-hidden' }, translate('rating.stars')),
      STARS.map((count) => createStar(count, rating?.stars === count))),
    createField({ name: 'words', label: translate('rating.words'), control: 'textarea', rows: 2, maxlength: 1000, value: rating?.words ?? '' }),
    createElement('div', { class: 'actions' },
      createElement('button', { class: 'button primary', type: 'submit' }, translate(rating ? 'rating.change' : 'rating.save')),
      rating ? createButton(translate('rating.remove'), takeBack, { variant: 'plain', key: 'unrate' }) : null));
}

function createStar(count, isChosen) {
  const input = createElement('input', { type: 'radio', name: 'stars', value: count, id: `stars-${count}`, checked: isChosen });
  return createElement('label', {}, input, createElement('span', { class: 'attending' }, createIcon('star'),
    createElement('bdi', { 'aria-hidden': 'true' }, formatNumber(count)),
    createElement('bdi', { class: 'visually-hidden' }, translate('rating.given', { count }))));
}

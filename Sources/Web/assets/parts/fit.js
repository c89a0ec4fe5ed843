/** What suits the group: for how many a place works, what the host should know, and sharing where one starts. */
import { Problem, put, remove } from '../api.js';
import { element, icon } from '../element.js';
import { announce } from './said.js';
import { banner } from './banner.js';
import { button } from './controls.js';
import { farText } from './place.js';
import { refreshScreen } from '../page.js';
import { say } from '../words.js';

/** "Works for 6 of 7, unknown for 1"; null where too few have said what they need. */
export function fitLine(fit) {
  if (!fit) return null;
  const misfits = fit.of - fit.fits - fit.unknown;
  const [tone, sign] = misfits > 0 ? ['no', 'warning'] : fit.unknown > 0 ? ['unknown', 'question'] : ['yes', 'check'];
  const words = say(fit.unknown > 0 ? 'fit.worksUnknown' : 'fit.works', { fits: fit.fits, of: fit.of, unknown: fit.unknown });
  return element('span', { class: `state ${tone}` }, icon(sign), words);
}

/** For hosts: that the chosen place has nothing for somebody, with better ones near by; or null. */
export function fitWarning(outing) {
  const warning = outing.dietWarning;
  if (!warning) return null;
  return element('div', {},
    banner({ sign: 'warning', tone: 'brick', title: say('fit.warning'), text: say(warning.better.length > 0 ? 'fit.better' : 'fit.noBetter') }),
    element('ul', { class: 'results' }, warning.better.map((place) => element('li', {},
      element('a', { class: 'result', href: `/restaurants/${place.id}?for=${outing.id}`, 'data-key': place.id },
        element('span', { class: 'result-body' },
          element('span', { class: 'result-top' },
            element('span', { class: 'row-title' }, place.name), element('span', { class: 'far' }, farText(place.distance))),
          fitLine(place.dietFit)))))));
}

/** Saying roughly where one starts, for this outing, and taking it back. */
export function originPart(outing) {
  const shared = outing.origins ?? { count: 0, isMine: false };
  const others = shared.count - (shared.isMine ? 1 : 0);
  return element('section', { class: 'section', 'aria-labelledby': 'origin' },
    element('h2', { id: 'origin' }, say('origin.title')),
    element('p', { class: 'second' }, say(shared.isMine ? 'origin.shared' : 'origin.about'), ' ', say('origin.others', { count: others })),
    element('p', {}, shared.isMine
      ? button(say('origin.forget'), () => forget(outing), { key: 'origin' })
      : button(say('origin.share'), () => share(outing), { sign: 'locate', key: 'origin' })));
}

function share(outing) {
  if (!navigator.geolocation) return announce(say('origin.refused'));
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => keep(outing, coarse(coords.latitude), coarse(coords.longitude)),
    () => announce(say('origin.refused')), { timeout: 10_000, maximumAge: 600_000 });
}

/** About 500 m: nothing finer leaves the device. */
export const coarse = (degrees) => Math.round(degrees * 200) / 200;

async function keep(outing, latitude, longitude) {
  await said(put(`/v1/outings/${outing.id}/origin`, { latitude, longitude, consent: true }), 'origin.done');
}

async function forget(outing) {
  await said(remove(`/v1/outings/${outing.id}/origin`), 'origin.gone');
}

async function said(request, words) {
  try {
    await request;
    announce(say(words));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    announce(problem.message);
  }
  refreshScreen();
}

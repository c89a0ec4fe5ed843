/** The front page for visitors: what Noonish is, an example to try, and a title to start with. The sign-in comes afterwards. */
import { createElement } from '../dom.js';
import { chooseLanguage, language, LANGUAGES, translate } from '../localization.js';
import { redrawInNewLanguage } from '../page.js';
import { createExampleOuting } from '../parts/example-outing.js';
import { createNewOutingForm } from '../parts/new-outing-form.js';
import { createWordmark } from '../parts/navigation.js';

export default function createWelcomeScreen() {
  return {
    title: translate('welcome.title'),
    layout: 'solo',
    content: createElement('div', { class: 'welcome daylight', 'data-when': 'T12:00:' },
      createElement('header', { class: 'welcome-bar' }, createWordmark(),
        createElement('a', { class: 'button', href: '/sign-in' }, translate('nav.signIn'))),
      createElement('div', { class: 'welcome-body' },
        createElement('div', { class: 'welcome-start' },
          createElement('h1', {}, translate('welcome.heading')),
          createElement('p', { class: 'lead' }, translate('welcome.lead')),
          createNewOutingForm(),
          createElement('p', { class: 'fine-print' }, translate('welcome.free'))),
        createExampleOuting()),
      createElement('footer', { class: 'welcome-footer fine-print' },
        createElement('p', {},
          createElement('a', { class: 'link', href: '/restaurants' }, translate('nav.places')), ' · ',
          createElement('a', { class: 'link', href: '/privacy' }, translate('service.privacy')), ' · ',
          createElement('a', { class: 'link', href: '/about' }, translate('service.about'))),
        renderLanguages())),
  };
}

function renderLanguages() {
  const choose = (tag) => async () => {
    await chooseLanguage(tag);
    redrawInNewLanguage();
  };
  return createElement('p', { class: 'actions' }, Object.entries(LANGUAGES).filter(([tag]) => tag !== language).map(([tag, name]) =>
    createElement('button', { class: 'button plain', type: 'button', lang: tag, on: { click: choose(tag) } }, name)));
}

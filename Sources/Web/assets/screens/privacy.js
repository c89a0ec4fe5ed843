/** What is kept, who sees it, and for how long. */
import { element } from '../element.js';
import { say } from '../words.js';

const PARTS = ['who', 'guests', 'place', 'mail', 'cookies', 'others'];

export default async function privacyScreen() {
  return {
    title: say('privacy.title'),
    content: element('article', { class: 'narrow prose' },
      element('h1', {}, say('privacy.title')),
      PARTS.map((part) => [element('h2', {}, say(`privacy.${part}.title`)), element('p', {}, say(`privacy.${part}.text`))])),
  };
}

/** What one does not eat. The server shows it to nobody else. */
import { put } from '../api.js';
import { element } from '../element.js';
import { say } from '../words.js';
import { field, form } from './form.js';
import { announce } from './said.js';

const DIETS = ['vegan', 'vegetarian', 'pescetarian', 'gluten_free', 'lactose_free', 'halal', 'kosher'];
const ALLERGENS = ['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts', 'celery', 'mustard',
  'sesame', 'sulphites', 'lupin', 'molluscs'];

/** @param {{ diets: string[], allergies: string[], note: string | null }} needs */
export function diets(needs) {
  const send = async ({ dietNote }, node) => {
    const chosen = (group) => [...node.querySelectorAll(`input[data-group="${group}"]:checked`)].map((box) => box.value);
    await put('/v1/me/diets', { diets: chosen('diet'), allergies: chosen('allergen'), note: dietNote || null });
    announce(say('settings.saved'));
  };
  return element('section', { class: 'section', 'aria-labelledby': 'diets' },
    element('h2', { id: 'diets' }, say('settings.diets.title')),
    element('p', { class: 'second' }, say('settings.diets.text')),
    form({ send },
      group('diet', say('settings.diets.diets'), DIETS, needs.diets, (diet) => say(`diet.${diet}`)),
      group('allergen', say('settings.diets.allergies'), ALLERGENS, needs.allergies,
        (allergen) => say(`allergen.${allergen}`)),
      field({
        name: 'dietNote', label: say('settings.diets.note'), control: 'textarea', value: needs.note, maxlength: 500, rows: 2, autocomplete: 'off',
      }),
      element('div', {}, element('button', { class: 'button', type: 'submit' }, say('action.save')))));
}

function group(name, legend, all, chosen, word) {
  return element('fieldset', { class: 'choices' }, element('legend', {}, legend),
    all.map((value) => element('label', { class: 'choice' },
      element('input', { type: 'checkbox', name: `${name}-${value}`, value, 'data-group': name, checked: chosen.includes(value) }),
      element('span', {}, word(value)))));
}

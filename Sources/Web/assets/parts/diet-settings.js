/** The person's diets and allergies, which the server shows to no one else. */
import { put } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createField, createForm } from './form.js';
import { showToast } from './toast.js';

const DIETS = ['vegan', 'vegetarian', 'pescetarian', 'gluten_free', 'lactose_free', 'halal', 'kosher'];
const ALLERGENS = ['gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts', 'celery', 'mustard',
  'sesame', 'sulphites', 'lupin', 'molluscs'];

/**
 * Renders the section.
 *
 * @param {{ diets: string[], allergies: string[], note: string | null }} needs
 */
export function renderDietSettings(needs) {
  const send = async ({ dietNote }, node) => {
    const chosen = (group) => [...node.querySelectorAll(`input[data-group="${group}"]:checked`)].map((box) => box.value);
    await put('/v1/me/diets', { diets: chosen('diet'), allergies: chosen('allergen'), note: dietNote || null });
    showToast(translate('settings.saved'));
  };
  return createElement('section', { class: 'section', 'aria-labelledby': 'diets' },
    createElement('h2', { id: 'diets' }, translate('settings.diets.title')),
    createElement('p', { class: 'secondary' }, translate('settings.diets.text')),
    createForm({ send, draft: 'diets', saysRestored: true },
      createCheckboxGroup('diet', translate('settings.diets.diets'), DIETS, needs.diets, (diet) => translate(`diet.${diet}`)),
      createCheckboxGroup('allergen', translate('settings.diets.allergies'), ALLERGENS, needs.allergies,
        (allergen) => translate(`allergen.${allergen}`)),
      createField({
        name: 'dietNote', label: translate('settings.diets.note'), control: 'textarea', value: needs.note, maxlength: 500, rows: 2, autocomplete: 'off',
      }),
      createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate('action.save')))));
}

function createCheckboxGroup(name, legend, all, chosen, format) {
  return createElement('fieldset', { class: 'choices' }, createElement('legend', {}, legend),
    all.map((value) => createElement('label', { class: 'choice' },
      createElement('input', { type: 'checkbox', name: `${name}-${value}`, value, 'data-group': name, checked: chosen.includes(value) }),
      createElement('span', {}, format(value)))));
}

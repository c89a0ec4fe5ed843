/** The menu of a restaurant, to read. */
import { get } from '../api.js';
import { fetchNeeds } from '../diet-match.js';
import { createElement, redraw } from '../dom.js';
import { getSentenceSpace, translate } from '../localization.js';
import { getName, getStartingPrice, listItems, searchMenu } from '../menu-model.js';
import { formatAmount } from '../money.js';
import { createButton, createButtonLink, createExternalLink } from '../parts/controls.js';
import { renderDishFit } from '../parts/dish-fit.js';
import { fetchMenuPictures, renderDishPicture } from '../parts/dish-picture.js';
import { createFactLine } from '../parts/labels.js';
import { renderLogo } from '../parts/logo.js';
import { renderMenuChoices } from '../parts/menu-choices.js';
import { describeOtherPrices, renderMenuFacts } from '../parts/menu-facts.js';
import { formatWeek, toWebAddress } from '../parts/restaurant-facts.js';

export default async function loadRestaurantMenuScreen({ parameters: { id }, query, signal }) {
  const [restaurant, { menu }, needs, pictures] = await Promise.all([
    get(`/v1/restaurants/${id}`, { signal }), get(`/v1/restaurants/${id}/menu`, { signal }), fetchNeeds({ signal }), fetchMenuPictures(id, { signal })]);
  const weeks = new Map(restaurant.menu?.weekHours.map(({ text, week }) => [text, week]));
  const found = createElement('p', { class: 'secondary', role: 'status' });
  const body = createElement('div', { class: 'section-stack' });
  const links = createElement('nav', { class: 'menu-sections', 'aria-label': translate('dishMenu.sections') });
  const search = createElement('input', { class: 'input', id: 'menu-search', type: 'search', autocomplete: 'off', enterkeyhint: 'search', on: { input: () => draw() } });
  const draw = () => {
    const sections = searchMenu(menu, search.value);
    found.textContent = search.value.trim() === '' ? '' : translate('dishMenu.found', { count: listItems({ sections }).length });
    redraw(links, sections.length > 1 ? createElement('ul', {}, sections.map((section) =>
      createElement('li', {}, createButton(getName(section), () => showSection(section), { key: `to-${section.key}` })))) : null);
    redraw(body, sections.map((section) => renderSection(menu, section, { needs, weeks, pictures })));
  };
  draw();
  return {
    title: translate('dishMenu.of', { place: restaurant.name }),
    content: createElement('div', { class: 'narrow section-stack' },
      createElement('header', { class: 'detail-header' },
        createButtonLink('', `/restaurants/${id}${query.has('for') ? `?for=${encodeURIComponent(query.get('for'))}` : ''}`, { variant: 'round', icon: 'back', label: translate('dishMenu.back') }),
        renderLogo(restaurant.logo),
        createElement('div', {}, createElement('p', { class: 'eyebrow', dir: 'auto' }, restaurant.name), createElement('h1', {}, translate('dishMenu.title')))),
      createElement('div', { class: 'field', role: 'search' }, createElement('label', { for: 'menu-search' }, translate('dishMenu.search')), search, found),
      links, body, renderOrigin(menu)),
  };
}

/** Scrolls to a section and focuses its heading. A link to it would be a new address, which shows the whole screen anew. */
function showSection({ key }) {
  const heading = document.getElementById(`menu-section-${key}`);
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

function renderSection(menu, section, facts) {
  return createElement('section', { class: 'section', 'aria-labelledby': `menu-section-${section.key}` },
    createElement('h2', { id: `menu-section-${section.key}`, dir: 'auto' }, getName(section)),
    section.description ? createElement('p', { class: 'secondary', dir: 'auto' }, section.description) : null,
    renderHours(section, facts.weeks),
    createElement('ul', { class: 'group menu-items long' }, section.items.map((item) => createElement('li', {}, renderItem(menu, item, facts)))));
}

function renderItem(menu, item, { needs, weeks, pictures }) {
  const { amount, hasOthers } = getStartingPrice(menu, item);
  const price = formatAmount(amount, menu.currency);
  const choices = renderMenuChoices(menu, item);
  return [
    createElement('div', { class: 'menu-item' }, renderDishPicture(pictures.get(item.key)),
      createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, getName(item)), renderMenuFacts(item), renderDishFit(menu, item, needs), renderHours(item, weeks), createFactLine(describeOtherPrices(item, menu), 'fine-print')),
      createElement('span', { class: 'order-price' }, hasOthers ? translate('dishMenu.from', { amount: price }) : price)),
    choices ? createElement('details', {}, createElement('summary', { class: 'button plain', 'aria-label': translate('dishMenu.choicesOf', { name: getName(item) }) }, translate('dishMenu.choices')), choices) : null,
  ];
}

/** Renders the hours at which something is served: those of a week, or as the menu has them if they cannot be read. */
function renderHours({ hours }, weeks) {
  if (!hours) return null;
  const days = weeks.has(hours) ? formatWeek(weeks.get(hours)) : [];
  return createElement('span', { class: 'fine-print' }, translate('dishMenu.served'), getSentenceSpace(),
    days.length > 0 ? createFactLine(days, '') : createElement('bdi', { dir: 'ltr' }, hours));
}

function renderOrigin(menu) {
  const address = toWebAddress(menu.url);
  return createElement('div', {},
    menu.pricesIncludeTax ? null : createElement('p', { class: 'fine-print' }, translate('dishMenu.withoutTax')),
    menu.attribution ? createElement('p', { class: 'fine-print', dir: 'auto' }, menu.attribution) : null,
    address ? createElement('p', {}, createExternalLink(translate('dishMenu.source'), address, { variant: 'plain', icon: 'globe' })) : null);
}

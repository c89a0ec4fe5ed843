/** Claiming a restaurant: the ways to prove that the person runs it, and the state of their claims. */
import { get, getAll, post, Problem } from '../api.js';
import { createElement, redraw } from '../dom.js';
import { getSentenceSpace, hasMessage, translate } from '../localization.js';
import { refreshScreen } from '../page.js';
import { getCurrentPerson } from '../session.js';
import { formatDateTimeInSentence, localTimeZone } from '../time.js';
import { createButtonLink, createDetailHeader } from '../parts/controls.js';
import { renderCopyField } from '../parts/copy-field.js';
import { createField, createForm } from '../parts/form.js';
import { createFactLine } from '../parts/labels.js';
import { runWithReauthentication } from '../parts/reauthenticate.js';

const PROOF_PATH = '/.well-known/noonish-venue.txt';

export default async function loadClaimScreen({ parameters: { id }, signal }) {
  const body = createElement('div', { class: 'section-stack' });
  const fetchAll = async (options) => {
    const [ways, claims] = await Promise.all([get(`/v1/restaurants/${id}/claims`, options), getAll('/v1/me/claims', options)]);
    const isProven = claims.some(({ restaurant, state }) => restaurant === id && ['proven', 'accepted'].includes(state));
    return { ways, claims, venue: isProven ? await fetchVenue(id, options) : null };
  };
  const draw = ({ ways, claims, venue }) => {
    const own = claims.find(({ restaurant }) => restaurant === id);
    const isOpen = own && ['requested', 'proven'].includes(own.state);
    redraw(body, own ? renderClaim(own, venue) : null, venue || own?.state === 'proven' ? null : renderWays(id, ways, isOpen), renderOthers(claims, id));
  };
  const first = await fetchAll({ signal });
  draw(first);
  return {
    title: translate('claim.title', { name: first.ways.name }),
    content: createElement('div', { class: 'narrow section-stack' },
      createDetailHeader(`/restaurants/${id}`, translate('dishMenu.back'), translate('claim.heading'), { eyebrow: first.ways.name }),
      createElement('p', { class: 'secondary' }, translate('claim.text')), body),
    concerns: () => false,
    refresh: async () => draw(await fetchAll()),
  };
}

/** Fetches the venue; null if others run it, or the claim was refused. */
async function fetchVenue(id, options) {
  try {
    return await get(`/v1/venues/${id}`, options);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

const formatMoment = (instant) => formatDateTimeInSentence(instant, getCurrentPerson().timeZone ?? localTimeZone);
const nameState = (state) => (hasMessage(`claim.state.${state}`) ? translate(`claim.state.${state}`) : translate('venue.newer', { kind: state }));

function renderClaim(claim, venue) {
  return createElement('section', { class: 'section', 'aria-labelledby': 'claim' },
    createElement('h2', { id: 'claim', tabindex: -1 }, nameState(claim.state)),
    claim.state === 'requested' ? renderProof(claim) : null,
    claim.state === 'proven' && venue?.verifiedAt ? createElement('p', {}, translate('claim.waiting', { moment: formatMoment(venue.verifiedAt) })) : null,
    venue ? createElement('p', { class: 'spaced' }, createButtonLink(translate('claim.open'), `/venues/${venue.id}`, { variant: 'primary' })) : null);
}

function renderProof(claim) {
  const until = createElement('p', { class: 'fine-print' }, translate('claim.until', { moment: formatMoment(claim.expiresAt) }));
  if (claim.method === 'operator') return [createElement('p', { class: 'secondary' }, translate('claim.operatorWaiting')), until];
  const isMail = claim.method === 'mail';
  return [createForm({ class: 'group form', send: (values) => prove(claim, isMail ? { code: values.code.replace(/[\s-]/g, '') } : {}) },
    isMail ? createField({
      name: 'code', label: translate('signIn.code'), hint: translate('claim.codeHint'), inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 20, spellcheck: 'false',
    }) : renderWebsiteProof(claim),
    createElement('div', {}, createElement('button', { class: 'button primary', type: 'submit' }, translate(isMail ? 'claim.enter' : 'claim.check')))), until];
}

function renderWebsiteProof({ proof }) {
  return createElement('div', { class: 'form tight' },
    createElement('p', {}, translate('claim.siteFile')),
    renderCopyField(translate('claim.address'), PROOF_PATH), renderCopyField(translate('claim.content'), proof),
    createElement('p', {}, translate('claim.siteTag')),
    renderCopyField(translate('claim.tag'), `<meta name="noonish-venue" content="${proof}">`));
}

async function prove(claim, body) {
  await runWithReauthentication(() => post(`/v1/claims/${claim.id}/proofs`, body));
  await showClaim();
}

/** Draws the screen again and focuses the state of the claim. */
async function showClaim() {
  await refreshScreen();
  document.getElementById('claim')?.focus();
}

/** Renders the ways that the restaurant's contacts allow. An operator can always decide. */
function renderWays(id, ways, isOpen) {
  const needsOperator = ways.isClaimed || ways.contactIsFresh;
  const way = (method, content, extra = {}) => createForm({
    class: 'group form', label: translate(`claim.way.${method}`),
    send: async (values) => {
      await runWithReauthentication(() => post(`/v1/restaurants/${id}/claims`, { method, ...(extra.read?.(values) ?? {}) }));
      await showClaim();
    },
  },
  createElement('h3', {}, translate(`claim.way.${method}`)), content,
  createElement('div', {}, createElement('button', { class: 'button', type: 'submit' }, translate(`claim.do.${method}`))));
  return createElement('section', { class: 'section', 'aria-labelledby': 'ways' },
    createElement('h2', { id: 'ways' }, translate(isOpen ? 'claim.otherWays' : 'claim.ways')),
    needsOperator ? createElement('p', { class: 'secondary' }, translate(ways.isClaimed ? 'claim.isClaimed' : 'claim.isFresh')) : null,
    createElement('div', { class: 'form spaced' },
      !needsOperator && (ways.email || ways.domain) ? way('mail', createField({
        name: 'address', label: translate('claim.mailAddress'), hint: ways.domain ? translate('claim.domain', { domain: ways.domain }) : null, type: 'email', value: ways.email ?? '', required: true, autocomplete: 'off',
      }), { read: ({ address }) => ({ address }) }) : null,
      !needsOperator && ways.website ? way('website', createElement('p', { class: 'secondary' }, translate('claim.websiteText'), getSentenceSpace(), createElement('bdi', {}, ways.website))) : null,
      way('operator', createElement('p', { class: 'secondary' }, translate('claim.operatorText')))));
}

/** Renders the person's claims of other restaurants. */
function renderOthers(claims, id) {
  const others = claims.filter(({ restaurant }) => restaurant !== id);
  if (others.length === 0) return null;
  return createElement('section', { class: 'section', 'aria-labelledby': 'claims' },
    createElement('h2', { id: 'claims' }, translate('claim.others')),
    createElement('ul', { class: 'updates' }, others.map((claim) => createElement('li', {}, createElement('a', { class: 'update', href: `/restaurants/${claim.restaurant}/claim` },
      createElement('span', { class: 'row-body' }, createElement('span', { class: 'row-title', dir: 'auto' }, claim.name), createFactLine([nameState(claim.state), formatMoment(claim.createdAt)])))))));
}

/** Buttons that lead to identity providers. */
import { get, post, Problem } from '../api.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

/** The ways to sign in that this server has; mail alone if it does not say. */
export async function fetchSignInMethods({ signal } = {}) {
  try {
    return await get('/v1/auth/providers', { signal });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { email: true, passkeys: false, items: [] };
  }
}

/**
 * A button that leads to a provider and comes back to `to`.
 *
 * @param {{ id: string, name: string }} provider
 * @param {{ purpose: 'sign_in' | 'sign_in_again' | 'link', to: string, words: string, look?: string }} how
 */
export function createProviderButton(provider, { purpose, to, label, variant = '' }, leave = goToProvider) {
  return createButton(label, () => leave(provider, { purpose, to }).catch((problem) => showToast(problem.message)),
    { variant, key: `provider-${provider.id}` });
}

/** Goes to a provider. */
export async function goToProvider({ id }, { purpose, to }) {
  const { location: address } = await post(`/v1/auth/oidc/${id}`, { purpose, to });
  location.assign(address);
}

const KNOWN_PROBLEMS = [
  'provider_unavailable', 'provider_refused', 'provider_answer_void', 'identity_taken', 'too_many_identities', 'someone_else',
];

/** Why somebody came back without what they went for. */
export function describeProviderError(code) {
  return KNOWN_PROBLEMS.includes(code) ? translate(`provider.${code}`) : translate('problem.unknown');
}

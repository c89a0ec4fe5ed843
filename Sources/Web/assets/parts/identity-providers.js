/** Signing in with identity providers. */
import { get, post, Problem } from '../api.js';
import { translate } from '../localization.js';
import { createButton } from './controls.js';
import { showToast } from './toast.js';

/** Fetches the server's sign-in methods, or assumes e-mail if the request fails. */
export async function fetchSignInMethods({ signal } = {}) {
  try {
    return await get('/v1/auth/providers', { signal });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { email: true, passkeys: false, items: [] };
  }
}

/**
 * Creates a button that goes to a provider, which returns to `to`.
 *
 * @param {{ id: string, name: string }} provider
 * @param {{ purpose: 'sign_in' | 'sign_in_again' | 'link', to: string, label: string, variant?: string }} how
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

/** Describes the problem with which a provider sent the person back. */
export function describeProviderError(code) {
  return KNOWN_PROBLEMS.includes(code) ? translate(`provider.${code}`) : translate('problem.unknown');
}

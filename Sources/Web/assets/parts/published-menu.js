/** The published menu of a place. */
import { get, Problem } from '../api.js';

/** Fetches it; null if there is none. */
export async function fetchPublishedMenu(id, options) {
  try {
    return (await get(`/v1/restaurants/${id}/menu`, options)).menu;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

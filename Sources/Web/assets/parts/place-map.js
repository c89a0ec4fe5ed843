/** Where one place is, on a small map, and the way there. */
import { translate } from '../localization.js';
import { createExternalLink } from './controls.js';
import { createMap, hasTiles } from './map.js';

/** A map of one place. Without pictures it would say nothing: then there is none. */
export function createPlaceMap(place) {
  if (!hasTiles()) return null;
  const map = createMap({ label: translate('map.of', { place: place.name }), variant: 'small', isStill: true });
  map.show([place]);
  return map.node;
}

/** The same for an outing's place: drawn anew when that changes, and left as it is else. */
export function createOutingMap() {
  let shown = null;
  let node = null;
  return ({ restaurant }) => {
    const key = restaurant?.location ? JSON.stringify([restaurant.id, restaurant.location]) : null;
    if (key !== shown) node = key && createPlaceMap(restaurant);
    shown = key;
    return node;
  };
}

/** A page of OpenStreetMap, which a person follows; nothing is loaded from there. Null where nobody knows where the place is. */
export function createRouteLink({ location }, how = {}) {
  if (!location) return null;
  const to = encodeURIComponent(`${location.latitude},${location.longitude}`);
  return createExternalLink(translate('place.route'), `https://www.openstreetmap.org/directions?to=${to}`, how);
}

/** A small map of one place, and the link to directions. */
import { translate } from '../localization.js';
import { createExternalLink } from './controls.js';
import { createMap, hasStreets } from './map.js';

/** Creates a map of one place; null without a map of its streets, since a plain grid would show nothing. */
export function createPlaceMap(place) {
  if (!hasStreets()) return null;
  const map = createMap({ label: translate('map.of', { place: place.name }), variant: 'small', isStill: true });
  // Leaflet and the tiles are loaded when the map is almost in sight.
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    map.show([place]);
  }, { rootMargin: '200px' });
  observer.observe(map.node);
  return map.node;
}

/** Creates a function that returns the map of an outing's place, and a new one only if the place has changed. */
export function createOutingMap() {
  let currentKey = null;
  let node = null;
  return ({ restaurant }) => {
    const key = restaurant?.location ? JSON.stringify([restaurant.id, restaurant.location]) : null;
    if (key !== currentKey) node = key && createPlaceMap(restaurant);
    currentKey = key;
    return node;
  };
}

/** Creates a link to directions on OpenStreetMap; null if the location is unknown. The client itself loads nothing from there. */
export function createRouteLink({ location }, how = {}) {
  if (!location) return null;
  const to = encodeURIComponent(`${location.latitude},${location.longitude}`);
  return createExternalLink(translate('place.route'), `https://www.openstreetmap.org/directions?to=${to}`, how);
}

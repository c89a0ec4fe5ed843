/** The clock that represents an outing. The style sheet sets its hands and colours by `data-when`. */
import { createSVGElement, getIconReference } from '../dom.js';
import { toClockFaceTime } from '../time.js';

/** Renders the small clock of a list row; dashed and without hands if the outing has no time. */
export function renderClockFace(outing) {
  const when = getClockFaceTime(outing);
  const isPast = outing.state === 'done' || outing.state === 'cancelled';
  const kind = [isPast ? 'past' : '', when ? '' : 'open'].join(' ').trim();
  return createSVGElement('svg', { class: `clock-face ${kind}`.trim(), viewBox: '-24 -24 48 48', 'aria-hidden': 'true', 'data-when': when },
    createSVGElement('circle', { class: 'rim', r: 21 }),
    when ? [
      createSVGElement('circle', { class: 'tick', cy: -16, r: 1.5 }),
      createSVGElement('path', { class: 'hand hour', d: 'M0 0V-8.5' }),
      createSVGElement('path', { class: 'hand minute', d: 'M0 0V-12.5' }),
    ] : null,
    createSVGElement('circle', { class: 'hub', r: 2.2 }));
}

/** Renders the large clock, a plate with cutlery as hands; dashed and without hands if there is no time. */
export function renderLargeClockFace(when, className = 'hero-clock') {
  const marks = Array.from({ length: 12 }, (_, hour) =>
    createSVGElement('circle', { class: 'hour-mark', cy: -86, r: hour % 3 === 0 ? 2.6 : 1.5, transform: `rotate(${hour * 30})` }));
  const kind = when ? className : `${className} open`;
  return createSVGElement('svg', { class: kind, viewBox: '-110 -110 220 230', 'aria-hidden': 'true', 'data-when': when },
    createSVGElement('ellipse', { class: 'shadow', cy: 9, rx: 101, ry: 101 }),
    createSVGElement('circle', { class: 'dish', r: 100 }),
    createSVGElement('circle', { class: 'ring', r: 72 }),
    marks,
    when ? createSVGElement('g', { class: 'cutlery' }, renderHand('knife', 'hour'), renderHand('fork', 'minute'), createSVGElement('circle', { r: 6.5 })) : null);
}

/** Returns the value of `data-when` for an outing; null if it has no time. */
export function getClockFaceTime(outing) {
  return outing.startsAt ? toClockFaceTime(outing.startsAt, outing.timeZone) : null;
}

function renderHand(cutlery, which) {
  const href = getIconReference(`hand-${cutlery}`);
  return createSVGElement('use', { class: `hand-${which}`, href, x: -30, y: -100, width: 60, height: 200 });
}

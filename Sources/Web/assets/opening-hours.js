/** Opening hours of a week as fields: the plain part of OpenStreetMap's `opening_hours`. Everything else is edited as text. */

export const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const SPAN = /^(\d\d:\d\d)-(\d\d:\d\d)$/;

/**
 * Reads hours such as `Mo-Fr 11:00-14:00,17:00-22:00; Sa 12:00-22:00; Su off`.
 *
 * @returns {{ from: string, to: string }[][] | null} the times of each day from Monday on; null if the text says more than that
 */
export function readWeek(text) {
  const week = WEEKDAYS.map(() => []);
  for (const rule of (text ?? '').split(';').map((one) => one.trim()).filter(Boolean)) {
    const [, days, times] = /^((?:Mo|Tu|We|Th|Fr|Sa|Su)[A-Za-z,-]*) +(.+)$/.exec(rule) ?? [null, 'Mo-Su', rule];
    const chosen = readDays(days);
    const spans = /^(off|closed)$/.test(times) ? [] : times.split(/, */).map(readSpan);
    if (!chosen || spans.includes(null)) return null;
    for (const day of chosen) week[day] = structuredClone(spans);
  }
  return week;
}

/** Writes the hours of a week; nothing if every day is closed. Days with the same hours that follow each other are one rule. */
export function writeWeek(week) {
  const texts = week.map((spans) => spans.map(({ from, to }) => `${from}-${to === '00:00' ? '24:00' : to}`).join(','));
  const rules = [];
  for (let day = 0; day < texts.length; day += 1) {
    const first = day;
    while (texts[day + 1] === texts[first]) day += 1;
    if (texts[first]) rules.push(`${first === day ? WEEKDAYS[first] : `${WEEKDAYS[first]}-${WEEKDAYS[day]}`} ${texts[first]}`);
  }
  return rules.join('; ');
}

function readDays(text) {
  const days = [];
  for (const part of text.split(',')) {
    const [first, last = first] = part.split('-').map((name) => WEEKDAYS.indexOf(name));
    if (first < 0 || last < 0 || part.split('-').length > 2) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === last) break;
    }
  }
  return days;
}

function readSpan(text) {
  const [, from, to] = SPAN.exec(text) ?? [];
  return from && from < '24:00' && to <= '24:00' ? { from, to: to === '24:00' ? '00:00' : to } : null;
}

/** Edit a series: what holds for every date to come. */
import { get, patch, read } from '../api.js';
import { element } from '../element.js';
import { buttonLink } from '../parts/controls.js';
import { field, form } from '../parts/form.js';
import { announce } from '../parts/said.js';
import { navigate } from '../page.js';
import { ruleFields, ruleFrom } from '../parts/recurrence-fields.js';
import { say } from '../words.js';

export default async function seriesEditScreen({ parameters: { id }, signal }) {
  const path = `/v1/series/${id}`;
  const [{ body: series, tag }, { holidayCountries }] = await Promise.all([read(path, { signal }), get('/v1/series', { signal })]);
  const send = async (values, node) => {
    const rule = ruleFrom(node, series.rule.startsOn, series.rule);
    const wanted = {
      title: values.title,
      startTime: values.startTime,
      note: values.note || null,
      capacity: values.capacity === '' ? null : Number(values.capacity),
      skipHolidays: values.skipHolidays || null,
      rule: JSON.stringify(rule) === JSON.stringify(ordered(series.rule)) ? series.rule : rule,
    };
    const body = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => series[name] !== value));
    if (values.place !== (series.place ?? '')) Object.assign(body, { place: values.place || null });
    if (body.place === null && series.restaurantId) {
      delete body.place;
      body.restaurantId = null;
    }
    if (Object.keys(body).length > 0) await patch(path, body, tag);
    navigate(`/series/${id}`, { replace: true });
    announce(say('series.saved'));
  };
  return {
    title: say('series.edit'),
    content: element('div', { class: 'narrow' },
      element('header', { class: 'edit-head' },
        buttonLink('', `/series/${id}`, { look: 'round', sign: 'cross', label: say('edit.close') }),
        element('h1', {}, say('series.edit'))),
      form({ send },
        field({ name: 'title', label: say('field.title'), value: series.title, required: true, maxlength: 120, autocomplete: 'off' }),
        field({ name: 'startTime', label: say('field.time'), type: 'time', value: series.startTime, required: true }),
        ruleFields(series.rule, holidayCountries, { skipHolidays: series.skipHolidays }),
        field({ name: 'place', label: say('field.place'), maxlength: 400, autocomplete: 'off', value: series.place ?? '' }),
        field({ name: 'note', label: say('field.note'), control: 'textarea', rows: 3, maxlength: 4000, value: series.note }),
        field({
          name: 'capacity', label: say('field.capacity'), hint: say('field.capacityHint'), value: series.capacity,
          type: 'number', inputmode: 'numeric', min: 1, max: 100000,
        }),
        element('button', { class: 'button sun large', type: 'submit' }, say('action.save')),
        element('p', { class: 'fine' }, say('series.editHint')))),
  };
}

/** A rule with its members as a form has them. */
function ordered({ frequency, interval, startsOn, endsOn, count, weekdays, week }) {
  return { frequency, interval, startsOn, endsOn, count, weekdays, week };
}

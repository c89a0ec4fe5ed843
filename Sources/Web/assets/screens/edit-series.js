/** Editing a series. */
import { get, patch, read } from '../api.js';
import { createElement } from '../dom.js';
import { translate } from '../localization.js';
import { createPlacePatch, readPlace } from '../outing-draft.js';
import { mapTexts } from '../outing-model.js';
import { navigate } from '../page.js';
import { createDetailHeader } from '../parts/controls.js';
import { createField, createForm } from '../parts/form.js';
import { createTextFields } from '../parts/outing-fields.js';
import { createPlaceField } from '../parts/place-field.js';
import { createRuleFields, readRule } from '../parts/recurrence-fields.js';
import { showToast } from '../parts/toast.js';

export default async function loadEditSeriesScreen({ parameters: { id }, signal }) {
  const path = `/v1/series/${id}`;
  const [{ body: series, tag }, { holidayCountries }] = await Promise.all([read(path, { signal }), get('/v1/series', { signal })]);
  const where = series.place ? { ...(series.restaurantId ? { restaurantId: series.restaurantId } : { place: series.place }), name: series.place } : null;
  const send = async (values, node) => {
    const rule = readRule(node, series.rule.startsOn, series.rule);
    const edited = {
      title: values.title,
      startTime: values.startTime,
      ...mapTexts((name) => values[name]),
      capacity: values.capacity === '' ? null : Number(values.capacity),
      skipHolidays: values.skipHolidays || null,
      rule: JSON.stringify(rule) === JSON.stringify(orderMembers(series.rule)) ? series.rule : rule,
    };
    const body = Object.fromEntries(Object.entries(edited).filter(([name, value]) => series[name] !== value));
    const chosen = readPlace(where, values);
    if (JSON.stringify(chosen) !== JSON.stringify(where)) Object.assign(body, createPlacePatch(where, chosen));
    const isChanged = Object.keys(body).length > 0;
    if (isChanged) await patch(path, body, tag);
    navigate(`/series/${id}`, { replace: true });
    if (isChanged) showToast(translate('series.saved'));
  };
  return {
    title: translate('series.edit'),
    content: createElement('div', { class: 'narrow' },
      createDetailHeader(`/series/${id}`, translate('edit.close'), translate('series.edit'), { icon: 'cross' }),
      createForm({ send, draft: `edit-series-${id}`, saysRestored: true },
        createField({ name: 'title', label: translate('field.title'), value: series.title, required: true, maxlength: 120, autocomplete: 'off' }),
        createField({ name: 'startTime', label: translate('field.time'), type: 'time', value: series.startTime, required: true }),
        createRuleFields(series.rule, holidayCountries, { skipHolidays: series.skipHolidays }),
        createPlaceField(where),
        createTextFields(series),
        createField({
          name: 'capacity', label: translate('field.capacity'), hint: translate('field.capacityHint'), value: series.capacity,
          type: 'number', inputmode: 'numeric', min: 1, max: 100000,
        }),
        createElement('button', { class: 'button primary large', type: 'submit' }, translate('action.save')),
        createElement('p', { class: 'fine-print' }, translate('series.editHint')))),
  };
}

/** Returns the rule with its properties in the order of a rule read from the form, so that the two compare equal as JSON. */
function orderMembers({ frequency, interval, startsOn, endsOn, count, weekdays, week }) {
  return { frequency, interval, startsOn, endsOn, count, weekdays, week };
}

/** Saving the fields that a person has changed, while others may save too. */
import { Problem } from '../api.js';
import { translate } from '../localization.js';

/**
 * Creates a function that saves the changed values of a form.
 *
 * If another person has saved in the meantime, their changes of other fields stay. If they changed the same field, the first attempt reports it
 * and the second one overwrites it.
 *
 * @param {any} original what the form was filled with
 * @param {{ toValues: (object: any) => Record<string, any>, send: (changed: Record<string, any>, object: any) => Promise<any>,
 *   fetchCurrent: () => Promise<any> }} how `send` receives the state that the edit is based on; `fetchCurrent` returns null if it is gone
 */
export function createFieldPatcher(original, { toValues, send, fetchCurrent }) {
  const shown = toValues(original);
  let base = original;
  return async (values) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => name in shown && value !== shown[name]));
    for (;;) {
      if (Object.keys(changed).length === 0) return;
      try {
        await send(changed, base);
        return;
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 412) throw error;
      }
      const [before, current] = [toValues(base), await fetchCurrent()];
      if (!current) throw new Problem({ detail: translate('order.gone') });
      base = current;
      const now = toValues(current);
      if (Object.keys(changed).some((name) => now[name] !== before[name] && now[name] !== changed[name])) {
        throw new Problem({ detail: translate('order.changedMeanwhile') });
      }
    }
  };
}

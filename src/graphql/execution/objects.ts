import { Kept } from './kept.js';
import type { Form } from './plan.js';
import { isThenable } from './run.js';

/** Some of what an object takes for each field, in characters. */
const FIELD = 10;

/** An answer as an object, for whoever looks into it. A row of plain fields of what never changes is made once. */
export const OBJECTS: Form = {
  nothing: null,
  leaf: (value) => value,
  list(values, complete, run) {
    const list = new Array<unknown>(values.length);
    for (let index = 0; index < values.length; index += 1) run.settle(values[index], complete, list, index);
    return list;
  },
  rowOf(fields, isFirst) {
    const kept =
      !isFirst && fields.every(({ isPlain }) => isPlain) ? new Kept<object>(() => FIELD * fields.length) : undefined;
    return (source, run) => {
      const known = kept?.get(source as object);
      if (known) return known;
      const row = {};
      let isWhole = true;
      for (const field of fields) {
        const value = run.valueOf(field, source);
        if (isThenable(value)) isWhole = false;
        run.settle(value, field.complete, row, field.key);
      }
      if (kept && isWhole && typeof source === 'object' && Object.isFrozen(source)) {
        kept.set(source!, Object.freeze(row));
      }
      return row;
    };
  },
};

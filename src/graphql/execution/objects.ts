import { objectCode } from './code.js';
import { Kept } from './kept.js';
import type { Form } from './plan.js';

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
    // All documents that are answered so are our own: each is worth its code.
    const fill = objectCode(fields);
    if (isFirst || !fields.every(({ leaf }) => leaf)) return fill;
    const kept = new Kept<object>(() => FIELD * fields.length);
    return (source, run) => {
      const known = kept.get(source as object);
      if (known) return known;
      const waiting = run.waiting;
      const row = fill(source, run);
      const isWhole = run.waiting === waiting;
      if (isWhole && typeof source === 'object' && Object.isFrozen(source)) kept.set(source!, Object.freeze(row));
      return row;
    };
  },
};

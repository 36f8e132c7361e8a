import type { Em } from './orm.js';

/** A value for each database, created on first use. All units of work of the database share it. */
export function perDatabase<Value>(create: () => Value): (em: Em) => Value {
  const values = new WeakMap<object, Value>();
  return ({ config }) => {
    let memory = values.get(config);
    if (memory === undefined) values.set(config, (memory = create()));
    return memory;
  };
}

import type { Em } from './orm.js';

/** A value per database, created on first use and shared by all its units of work. */
export function perDatabase<Value>(create: () => Value): (em: Em) => Value {
  const values = new WeakMap<object, Value>();
  return ({ config }) => {
    let memory = values.get(config);
    if (memory === undefined) values.set(config, (memory = create()));
    return memory;
  };
}

import type { Em } from './orm.js';

/** What a process remembers of a database, made at the first call: the same for every unit of work that belongs to it. */
export function perDatabase<Memory>(make: () => Memory): (em: Em) => Memory {
  const made = new WeakMap<object, Memory>();
  return ({ config }) => {
    let memory = made.get(config);
    if (memory === undefined) made.set(config, (memory = make()));
    return memory;
  };
}

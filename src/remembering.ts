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

/** A map in the order of use that holds so many at most: what was set or renewed longest ago goes first. */
export class Latest<Value> extends Map<string, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: string, value: Value): this {
    super.delete(key);
    super.set(key, value);
    if (this.size > this.most) this.delete(this.keys().next().value!);
    return this;
  }

  /** Looks it up, after which it counts as the last. */
  renewed(key: string): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Order of names as in the lists of the server: hive 2 before hive 10. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  collator.compare(one.name, other.name);

import type { Fault } from '../../core/errors.js';
import type { Unit } from './write.js';

/** A value that only one row may have, and that a row in hand is to have. */
export interface Claim {
  /** Of the row. */
  id: string;
  /** Of the member, in the input. */
  path: string;
  value: string;
  /** The value as the input writes it, if values are compared by a key. */
  written?: string;
  /** Whether the row has it already: then it is no reason to refuse the write. */
  isKept?: boolean;
}

export interface Holder {
  id: string;
  value: string;
}

/**
 * Notes in the unit the values that two rows would have, in the account or among the rows in hand.
 * @param holders looks up who has these values
 */
export async function noteTaken(
  unit: Unit,
  claims: readonly Claim[],
  holders: (unit: Unit, values: string[]) => Promise<Holder[]>,
  faultOf: (value: string) => Omit<Fault, 'path'>,
): Promise<void> {
  if (claims.length === 0) return;
  const held = new Map<string, Set<string>>();
  const hold = ({ id, value }: Holder) => held.set(value, (held.get(value) ?? new Set()).add(id));
  const own = new Set(claims.map(({ id }) => id));
  // What the rows in hand have now does not count, but what they are to have.
  for (const holder of await holders(unit, [...new Set(claims.map(({ value }) => value))])) {
    if (!own.has(holder.id)) hold(holder);
  }
  claims.forEach(hold);
  for (const { path, value, written, isKept } of claims) {
    if (!isKept && held.get(value)!.size > 1) unit.conflicts.push({ path, ...faultOf(written ?? value) });
  }
}

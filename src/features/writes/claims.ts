import type { Fault } from '../../core/errors.js';
import type { WriteUnit } from './write.js';

/** A value that must be unique, and the row of the request that sets this value. */
export interface Claim {
  /** Id of the row. */
  id: string;
  /** Path of the member in the input. */
  path: string;
  value: string;
  /** Spelling in the input, if `value` is a normalized key. */
  shownAs?: string;
  /** Whether the row already has the value. An unchanged value is not a conflict. */
  isUnchanged?: boolean;
}

export interface Holder {
  id: string;
  value: string;
}

/**
 * Reports values that two rows would share, in the account or within the request.
 * @param holders finds the stored rows that have these values
 * @param replaced ids of rows whose stored values are ignored, because the request replaces them. Default: the rows that
 *   claim a value
 */
export async function reportTakenValues(
  unit: WriteUnit,
  claims: readonly Claim[],
  holders: (unit: WriteUnit, values: string[]) => Promise<Holder[]>,
  faultOf: (value: string) => Omit<Fault, 'path'>,
  replaced: ReadonlySet<string> = new Set(claims.map(({ id }) => id)),
): Promise<void> {
  if (claims.length === 0) return;
  const found = await holders(unit, [...new Set(claims.map(({ value }) => value))]);
  const kept = found.filter(({ id }) => !replaced.has(id));
  reportSharedValues(unit, claims, kept, faultOf);
}

/**
 * Reports values that two rows would share.
 * @param holders stored rows that keep these values
 */
export function reportSharedValues(
  unit: WriteUnit,
  claims: readonly Claim[],
  holders: readonly Holder[],
  faultOf: (value: string) => Omit<Fault, 'path'>,
): void {
  const holdersByValue = new Map<string, Set<string>>();
  for (const { id, value } of [...holders, ...claims]) {
    holdersByValue.set(value, (holdersByValue.get(value) ?? new Set()).add(id));
  }
  for (const { path, value, shownAs, isUnchanged } of claims) {
    if (!isUnchanged && (holdersByValue.get(value)?.size ?? 0) > 1)
      unit.conflicts.push({ path, ...faultOf(shownAs ?? value) });
  }
}

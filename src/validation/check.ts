import type { Fault as PathFault } from '../core/errors.js';
import { ValueFault, type Rule } from './rule.js';

/** The rules of a kind of row, by member. */
export type Rules = Readonly<Record<string, Rule>>;

export interface Checked<Value> {
  /** The members that are right; null where one says that there is nothing. */
  value: Value;
  faults: PathFault[];
}

/** Reads the members that are given, each by its rule, and finds every fault. Members without a rule are not looked at. */
export function checkMembers(rules: Rules, given: object, path = ''): Checked<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  const faults: PathFault[] = [];
  for (const [member, rule] of Object.entries(rules)) {
    const part = (given as Record<string, unknown>)[member];
    if (part === undefined) continue;
    const read = part === null ? null : rule.read(part);
    if (read instanceof ValueFault) faults.push(...read.at(path + member));
    else value[member] = read;
  }
  return { value, faults };
}

import type { Fault as PathFault } from '../core/errors.js';
import { ValueFault, type Rule } from './rule.js';

/** Rules by member. */
export type Rules = Readonly<Record<string, Rule>>;

export interface Checked<Value> {
  /** The valid members. An empty value is null. */
  value: Value;
  faults: PathFault[];
}

/** Reads each member by its rule, and collects all faults. Members without a rule are ignored. */
export function checkMembers(rules: Rules, input: object, path = ''): Checked<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  const faults: PathFault[] = [];
  for (const [member, rule] of Object.entries(rules)) {
    const part = (input as Record<string, unknown>)[member];
    if (part === undefined) continue;
    const read = part === null ? null : rule.read(part);
    if (read instanceof ValueFault) faults.push(...read.at(path + member));
    else value[member] = read;
  }
  return { value, faults };
}

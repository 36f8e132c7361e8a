import type { Fault } from '../core/errors.js';
import { checkMembers, type Checked, type Rules } from '../validation/check.js';
import { inverse, type Members } from './members.js';

/** What a client may write of a kind of row: read, refused and described by this alone. */
export interface BodyShape {
  /** REST member → GraphQL field. */
  members: Members;
  /** By GraphQL field. */
  rules: Rules;
  /** Members of an entry that are told and not written: sent back as they are, they are passed over. */
  readOnly: readonly string[];
  /** What the path says already: REST member → the one value. */
  fixed?: Readonly<Record<string, string>>;
  /** REST members that are never null, and without which nothing can be made. They are judged where it is written. */
  required?: readonly string[];
  /** Of each group one member is enough, also where another is required otherwise. */
  oneOf?: readonly (readonly string[])[];
  /** The body is a bare array of rows. */
  list?: boolean;
  /** Its members are variables of the document themselves. */
  spread?: boolean;
}

type Given = Readonly<Record<string, unknown>>;

const MOST_UNKNOWN = 50;
/** What tells that an entry is older than what stands there: to write all of it would undo what was written since. */
const MOVES = 'updated_at';
const STALE = '; the row has been changed since then, or by this very request when it was first sent';

/**
 * Reads a body by its shape: the members that are right by their GraphQL fields, and every fault by its REST path.
 * @param current the entry as it stands, for a change: what is read-only may be sent as it is
 */
export function readShape(shape: BodyShape, body: unknown, current?: Given): Checked<unknown> {
  if (!shape.list) return readRow(shape, body as Given, '', current);
  if (!Array.isArray(body)) {
    return { value: [], faults: [{ path: '', message: 'The body must be a JSON array of objects.' }] };
  }
  const rows = body.map((row: unknown, index) =>
    typeof row === 'object' && row !== null && !Array.isArray(row)
      ? readRow(shape, row as Given, `${index}.`)
      : { value: {}, faults: [{ path: `${index}`, message: 'must be an object' }] },
  );
  return { value: rows.map(({ value }) => value), faults: rows.flatMap(({ faults }) => faults) };
}

function readRow(shape: BodyShape, given: Given, path: string, current?: Given): Checked<Record<string, unknown>> {
  const { members, rules, fixed = {} } = shape;
  const faults: Fault[] = unknownMembers(shape, given, path, current);
  const byField: Record<string, unknown> = {};
  for (const [member, field] of Object.entries(members)) {
    if (given[member] !== undefined) byField[field] = given[member];
  }
  for (const [member, value] of Object.entries(fixed)) {
    if (given[member] !== undefined && given[member] !== value) {
      faults.push({ path: path + member, message: `must be ${value} at this path; it may be left out` });
    }
    byField[members[member] as string] = value;
  }
  const names = inverse(members);
  const read = checkMembers(rules, byField);
  const found = read.faults.map((fault) => {
    // What is below a member bears the client's words already.
    const [field = '', ...below] = fault.path.split('.');
    return { path: path + [names[field] ?? field, ...below].join('.'), message: fault.message };
  });
  return { value: read.value, faults: [...faults, ...found] };
}

function unknownMembers({ members, readOnly }: BodyShape, given: Given, path: string, current?: Given): Fault[] {
  return Object.keys(given)
    .filter((member) => !Object.hasOwn(members, member))
    .filter((member) => !(readOnly.includes(member) && current && isSame(given[member], current[member])))
    .slice(0, MOST_UNKNOWN)
    .map((member) => ({
      path: (path + member).slice(0, 200),
      message: readOnly.includes(member)
        ? `is read-only: leave it out, or send it as it is${current && member === MOVES ? STALE : ''}`
        : `is not known here; known are ${Object.keys(members).join(', ')}`,
    }));
}

/** Whether any member of the body is read-only, so that the entry as it stands is needed to judge it. */
export function hasReadOnlyMember({ readOnly }: BodyShape, body: unknown): boolean {
  return Object.keys(body as Given).some((member) => readOnly.includes(member));
}

/** By their JSON, whatever the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

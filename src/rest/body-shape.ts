import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../core/errors.js';
import { isObject } from '../core/objects.js';
import { checkMembers, type Checked, type Rules } from '../validation/check.js';
import { invertMembers, type Members } from './members.js';

/** The shape of a write's body. The shape controls how the body is parsed, validated and documented. */
export interface BodyShape {
  /** GraphQL fields by REST member. */
  members: Members;
  /** Rules by GraphQL field. */
  rules: Rules;
  /**
   * Members of a response that cannot be written. The body of an update may contain them with unchanged values, which
   * are ignored.
   */
  readOnly: readonly string[];
  /** Values by REST member, for members whose value the path determines. */
  fixed?: Readonly<Record<string, string>>;
  /**
   * REST members that are required for a new row, and never null. Only the OpenAPI document uses this list; the GraphQL
   * operation checks the values.
   */
  required?: readonly string[];
  /**
   * Groups of alternative members. One member of a group is sufficient, even if another member of the group is in
   * `required`.
   */
  oneOf?: readonly (readonly string[])[];
  /** Whether the body is an array of rows. */
  list?: boolean;
  /** Whether each member of the body becomes a variable of the document, instead of a field of `$input`. */
  spread?: boolean;
}

type RequestBody = Readonly<Record<string, unknown>>;

const MAX_UNKNOWN_FAULTS = 50;
/** The member that shows whether the client's copy is outdated. Writing an outdated copy would undo later changes. */
const TIMESTAMP_MEMBER = 'updated_at';
const STALE_HINT = '; the row has changed since it was read, possibly by an earlier attempt of this request';

/**
 * Parses a body by its shape.
 * @returns valid members by their GraphQL fields, and all faults by their REST paths
 * @param current the row as its GET currently returns it, for an update. Unchanged read-only members are then accepted.
 */
export function readShape(shape: BodyShape, body: unknown, current?: RequestBody): Checked<unknown> {
  if (!shape.list) return readRow(shape, body as RequestBody, '', current);
  if (!Array.isArray(body)) {
    return { value: [], faults: [{ path: '', message: 'The body must be a JSON array of objects.' }] };
  }
  const rows = body.map((row: unknown, index) =>
    isObject(row)
      ? readRow(shape, row, `${index}.`)
      : { value: {}, faults: [{ path: `${index}`, message: 'must be an object' }] },
  );
  return { value: rows.map(({ value }) => value), faults: rows.flatMap(({ faults }) => faults) };
}

function readRow(
  shape: BodyShape,
  row: RequestBody,
  path: string,
  current?: RequestBody,
): Checked<Record<string, unknown>> {
  const { members, rules, fixed = {} } = shape;
  const faults: Fault[] = unknownMembers(shape, row, path, current);
  const byField: Record<string, unknown> = {};
  for (const [member, field] of Object.entries(members)) {
    if (row[member] !== undefined) byField[field] = row[member];
  }
  for (const [member, value] of Object.entries(fixed)) {
    if (row[member] !== undefined && row[member] !== value) {
      faults.push({ path: path + member, message: `must be ${value} at this path, or absent` });
    }
    byField[members[member] as string] = value;
  }
  const names = invertMembers(members);
  const read = checkMembers(rules, byField);
  const found = read.faults.map((fault) => {
    // Only the first part of a path is converted, because nested paths already have REST names.
    const [field = '', ...below] = fault.path.split('.');
    return { ...fault, path: path + [names[field] ?? field, ...below].join('.') };
  });
  return { value: read.value, faults: [...faults, ...found] };
}

function unknownMembers(
  { members, readOnly }: BodyShape,
  row: RequestBody,
  path: string,
  current?: RequestBody,
): Fault[] {
  return Object.keys(row)
    .filter((member) => !Object.hasOwn(members, member))
    .filter((member) => !(readOnly.includes(member) && current && isEqualJson(row[member], current[member])))
    .slice(0, MAX_UNKNOWN_FAULTS)
    .map((member) => ({
      path: (path + member).slice(0, 200),
      message: readOnly.includes(member)
        ? `is read-only: omit it or send it unchanged${current && member === TIMESTAMP_MEMBER ? STALE_HINT : ''}`
        : `is unknown; the known members are ${Object.keys(members).join(', ')}`,
    }));
}

/** The GraphQL paths of the members with these faults. */
export function inputPaths({ members, list, spread }: BodyShape, faults: readonly Fault[]): Set<string> {
  const paths = faults.flatMap(({ path }) => {
    const steps = path.split('.');
    const row = list ? ['inputs', ...steps.splice(0, 1)] : spread ? [] : ['input'];
    const [member = ''] = steps;
    return Object.hasOwn(members, member) ? [[...row, members[member]].join('.')] : [];
  });
  return new Set(paths);
}

/** Whether the body has a read-only member. Such a member must be compared with the current row. */
export function hasReadOnlyMember({ readOnly }: BodyShape, body: unknown): boolean {
  return Object.keys(body as RequestBody).some((member) => readOnly.includes(member));
}

/** Compares a value of a body with a value of a response, which becomes JSON when it is sent. */
const isEqualJson = (sent: unknown, current: unknown): boolean =>
  current !== undefined && isDeepStrictEqual(sent, JSON.parse(JSON.stringify(current)));

import { parseAllowlist } from '../../auth/allowlist.js';
import { LEVELS, permissionsOf, RESOURCES, type Permissions } from '../../auth/permissions.js';
import type { Fault } from '../../core/errors.js';
import type { FaultCode } from '../../core/fault-codes.js';
import { isObject } from '../../core/objects.js';
import { mustBe, required } from '../../validation/rule.js';

/** Validated fields of a new key. */
export interface NewKey {
  name: string;
  permissions: Permissions;
  /** Days until expiry; null for no expiry. */
  days: number | null;
  addresses: string[];
}

export interface KeyChange {
  name?: string;
  status?: 'enabled' | 'disabled';
}

/** A validated value and all its faults, with REST member names. Callers must not use the value if there are faults. */
export interface Checked<Value> {
  value: Value;
  faults: Fault[];
}

type RequestBody = Readonly<Record<string, unknown>>;

export const EXPIRY_DAYS = [7, 30, 90, 365];
export const OVERLAP_HOURS = [0, 1, 24, 168];
/** Maximum number of faults for unknown members. This maximum limits the size of the response. */
const MAX_UNKNOWN_MEMBER_FAULTS = 50;
/** Matches a visible character. A name must not consist only of white space and invisible characters. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

export function checkNewKey(body: RequestBody): Checked<NewKey> {
  const { name, permissions, expires_in_days: term, ip_allowlist: list } = body;
  const faults = unknownMembers(body, ['name', 'permissions', 'expires_in_days', 'ip_allowlist']);
  faults.push(...nameFaults(name), ...permissionFaults(permissions));
  const days = term === undefined || term === null || term === 'never' ? null : term;
  if (days !== null && !EXPIRY_DAYS.includes(days as number)) {
    faults.push({
      path: 'expires_in_days',
      message: 'must be 7, 30, 90, 365, or null or "never" for no expiry',
      ...oneOf([...EXPIRY_DAYS, 'never'], term),
    });
  }
  const addresses = parseAllowlist(list, 'ip_allowlist');
  faults.push(...addresses.faults.map((fault) => ({ ...fault, path: fault.path.replace(/\[(\d+)\]/g, '.$1') })));
  return {
    value: {
      name: name as string,
      permissions: permissionsOf(permissions as Partial<Permissions>),
      days: days as number | null,
      addresses: addresses.entries,
    },
    faults,
  };
}

export function checkKeyChange(body: RequestBody): Checked<KeyChange> {
  const { name, status } = body;
  const faults = unknownMembers(body, ['name', 'status']);
  if (name === undefined && status === undefined && faults.length === 0) {
    faults.push({ path: '', message: 'must have a name, a status, or both' });
  }
  if (name !== undefined) faults.push(...nameFaults(name));
  if (status !== undefined && status !== 'enabled' && status !== 'disabled') {
    faults.push({
      path: 'status',
      message: 'must be "enabled" or "disabled"',
      ...oneOf(['enabled', 'disabled'], status),
    });
  }
  return { value: { name, status } as KeyChange, faults };
}

export interface Revocation {
  id: string;
  withPredecessors: boolean;
}

/** Validates the body of `DELETE /api-keys`. */
export function checkRevocation(body: RequestBody): Checked<Revocation> {
  const { id, with_predecessors: withPredecessors = false } = body;
  const faults = unknownMembers(body, ['id', 'with_predecessors']);
  if (typeof id !== 'string') {
    faults.push({ path: 'id', message: id === undefined ? 'is required' : 'must be text: the id of a key' });
  }
  if (typeof withPredecessors !== 'boolean') {
    faults.push({ path: 'with_predecessors', message: 'must be true or false' });
  }
  return { value: { id, withPredecessors } as Revocation, faults };
}

export function checkOverlap(body: RequestBody): Checked<number> {
  const { overlap_hours: hours = 0 } = body;
  const faults = unknownMembers(body, ['overlap_hours']);
  if (!OVERLAP_HOURS.includes(hours as number)) {
    faults.push({
      path: 'overlap_hours',
      message: `must be one of ${OVERLAP_HOURS.join(', ')}`,
      ...oneOf(OVERLAP_HOURS, hours),
    });
  }
  return { value: hours as number, faults };
}

const oneOf = (allowed: readonly (string | number)[], value: unknown) => {
  const { code, params } = mustBe(`one of ${allowed.join(', ')}`, value, { kind: 'one_of', allowed });
  return { code, params };
};

function nameFaults(name: unknown): Fault[] {
  const fault = (message: string, code: FaultCode, params?: Fault['params']) => [
    { path: 'name', message, code, params },
  ];
  if (name === undefined) return fault('is required', 'required');
  if (typeof name !== 'string') return fault('must be text', 'required');
  const length = [...name].length;
  if (length < 1 || length > 100) {
    return fault(`must have 1 to 100 characters, not ${length}`, 'wrong_length', { least: 1, most: 100, length });
  }
  return VISIBLE.test(name) ? [] : fault('must not be blank', 'blank');
}

function permissionFaults(permissions: unknown): Fault[] {
  if (permissions === undefined) return [{ path: 'permissions', ...required() }];
  if (!isObject(permissions)) {
    const resources = Object.keys(RESOURCES).join(', ');
    return [{ path: 'permissions', message: `must be an object with a level for each of ${resources}` }];
  }
  const faults = unknownMembers(permissions, Object.keys(RESOURCES), 'permissions.');
  for (const resource of Object.keys(RESOURCES)) {
    const level = (permissions as RequestBody)[resource];
    if (level === undefined || (typeof level === 'string' && Object.hasOwn(LEVELS, level))) continue;
    const levels = Object.keys(LEVELS);
    faults.push({
      path: `permissions.${resource}`,
      message: `must be one of ${levels.join(', ')}`,
      ...oneOf(levels, level),
    });
  }
  return faults;
}

function unknownMembers(members: RequestBody, known: readonly string[], within = ''): Fault[] {
  return Object.keys(members)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN_MEMBER_FAULTS)
    .map((name) => ({
      path: (within + name).slice(0, 200),
      message: `is unknown; the known members are ${known.join(', ')}`,
    }));
}

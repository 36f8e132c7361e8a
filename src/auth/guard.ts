import {
  defaultFieldResolver,
  getNamedType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import { invalid, ServiceError, unauthenticated, type Fault } from '../core/errors.js';
import type { Identity } from './identity.js';
import { filtersByOtherResource, argumentRequirementOf } from './guarded-arguments.js';
import { permits, type Permissions, type Requirement } from './permissions.js';
import type { Caller } from './requires.js';
import { requireSessionIdentity } from './session-only.js';

interface Guarded {
  identity: Identity | null;
}

/** @throws {ServiceError} where the caller lacks what is required */
export function requirePermission({ identity }: Guarded, required: Requirement): void {
  if (!identity) throw unauthenticated();
  checkPermission(identity.permissions, required);
}

/** The same of the permissions of who is known. @throws {ServiceError} likewise */
export function checkPermission(permissions: Permissions, required: Requirement): void {
  if (permits(permissions, required)) return;
  throw new ServiceError(
    'insufficient_permission',
    `This needs the permission "${required.level}" on "${required.resource}".`,
    { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' }, extra: { required } },
  );
}

/** What a field declares: a level on a resource, or who may use it where it belongs to none. */
export interface AccessRule {
  requires?: Requirement;
  caller?: Caller;
}

/** @throws {ServiceError} where the caller is not what the field wants */
export function checkAccess({ identity }: Guarded, { requires, caller }: AccessRule): void {
  if (requires) requirePermission({ identity }, requires);
  if (caller === 'session') requireSessionIdentity(identity);
  if (caller === 'anyone known' && !identity) throw unauthenticated();
}

/** The stamp of a field, where it bears one. */
export function accessRuleOf({ extensions }: Pick<GraphQLField<unknown, never>, 'extensions'>): AccessRule | undefined {
  const { requires, caller } = extensions as AccessRule;
  return requires || caller ? { requires, caller } : undefined;
}

/** What a field or an argument requires of the caller, if it is a permission. */
export const requiredPermissionOf = (
  what: Pick<GraphQLField<unknown, unknown> | GraphQLArgument, 'extensions'>,
): Requirement | undefined => (what.extensions as AccessRule).requires;

/**
 * Puts the matrix before every field and argument that bears a stamp, and refuses a schema in which a root field, or a
 * field that leads from one resource to another, or an argument that asks by what another resource owns, bears none:
 * what is not declared is closed, not open.
 * @throws {Error} naming each unguarded field and argument
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  const open: string[] = [];
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const stamp = accessRuleOf(field);
      const own = stamp?.requires?.resource ?? type.extensions.resource;
      const strange = field.args.filter((arg) => filtersByOtherResource(own, arg));
      open.push(...strange.map((arg) => `${type.name}.${field.name}(${arg.name})`));
      if (stamp) {
        guard(field, stamp);
        continue;
      }
      const target = getNamedType(field.type).extensions.resource;
      if (roots.has(type) || (target !== undefined && target !== type.extensions.resource)) {
        open.push(`${type.name}.${field.name}`);
      }
    }
  }
  if (open.length > 0) throw new Error(`Fields without a declared permission: ${open.join(', ')}`);
  return schema;
}

function guard(field: GraphQLField<unknown, Guarded>, stamp: AccessRule): void {
  tell(field, stamp);
  const demanding = field.args.flatMap((arg) => {
    const requires = argumentRequirementOf(arg);
    if (requires) tell(arg, { requires });
    return requires ? [{ name: arg.name, requires }] : [];
  });
  const resolve = field.resolve ?? defaultFieldResolver;
  const guarded: typeof resolve = (source, args, context, info) => {
    checkAccess(context, stamp);
    for (const { name, requires } of demanding) if (args[name] != null) requirePermission(context, requires);
    refuseUnstorable(args);
    return resolve(source, args, context, info);
  };
  field.resolve = guarded;
}

function tell(what: GraphQLField<unknown, Guarded> | GraphQLArgument, stamp: AccessRule): void {
  what.description = `${what.description ?? ''} ${inWords(stamp)}`.trim();
}

function inWords({ requires, caller }: AccessRule): string {
  if (requires) return `Needs \`${requires.resource}\`: ${requires.level}.`;
  return caller === 'session' ? 'Needs a session. API keys are refused.' : 'Needs a session or an API key.';
}

/** @throws {ServiceError} for text that the database cannot hold or look for: U+0000 and half characters */
function refuseUnstorable(args: object): void {
  const faults: Fault[] = [];
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) {
        faults.push({ path, message: 'must not hold NUL or half characters' });
      }
    } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      for (const [name, inner] of Object.entries(value)) look(inner, path ? `${path}.${name}` : name);
    }
  };
  look(args, '');
  if (faults.length > 0) throw invalid(faults);
}

import {
  defaultFieldResolver,
  getNamedType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import { invalid, ServiceError, unauthenticated, type Fault } from '../core/errors.js';
import { isStorableText, UNSTORABLE_TEXT } from '../core/storable-text.js';
import type { Identity } from './identity.js';
import { filtersByOtherResource, requirementOf } from './guarded-arguments.js';
import { permits, type Permissions, type Requirement } from './permissions.js';
import type { Caller } from './requires.js';
import { requireSessionIdentity } from './session-only.js';

interface CallerContext {
  identity: Identity | null;
}

/** @throws {ServiceError} `unauthenticated` or `insufficient_permission` */
export function requirePermission({ identity }: CallerContext, required: Requirement): void {
  if (!identity) throw unauthenticated();
  checkPermission(identity.permissions, required);
}

/**
 * Like `requirePermission`, but takes the permissions of an authenticated caller.
 * @throws {ServiceError} `insufficient_permission`
 */
export function checkPermission(permissions: Permissions, required: Requirement): void {
  if (permits(permissions, required)) return;
  throw new ServiceError(
    'insufficient_permission',
    `This request requires the permission "${required.level}" on "${required.resource}".`,
    { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' }, extra: { required } },
  );
}

/** The access rule that a field declares: a permission, or a kind of caller for fields without a resource. */
export interface AccessRule {
  requires?: Requirement;
  caller?: Caller;
}

/** @throws {ServiceError} if the caller does not satisfy the rule */
export function checkAccess({ identity }: CallerContext, { requires, caller }: AccessRule): void {
  if (requires) requirePermission({ identity }, requires);
  if (caller === 'session') requireSessionIdentity(identity);
  if (caller === 'any' && !identity) throw unauthenticated();
}

/** The access rule of a field, if it declares one. */
export function accessRuleOf({ extensions }: Pick<GraphQLField<unknown, never>, 'extensions'>): AccessRule | undefined {
  const { requires, caller } = extensions as AccessRule;
  return requires || caller ? { requires, caller } : undefined;
}

/**
 * Enforces the access rules of all fields and arguments. Each root field, each field that leads to another resource,
 * and each argument that filters by another resource must declare a rule.
 * @throws {Error} with the name of each field and argument that lacks a rule
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  const unguarded: string[] = [];
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const rule = accessRuleOf(field);
      const own = rule?.requires?.resource ?? type.extensions.resource;
      const undeclared = field.args.filter((arg) => filtersByOtherResource(own, arg));
      unguarded.push(...undeclared.map((arg) => `${type.name}.${field.name}(${arg.name})`));
      if (rule) {
        guard(field, rule);
        continue;
      }
      const target = getNamedType(field.type).extensions.resource;
      const leadsElsewhere = target !== undefined && target !== type.extensions.resource;
      // The permission of an argument is checked together with the rule of its field, so a field with such an argument
      // must also declare a rule.
      if (roots.has(type) || leadsElsewhere || field.args.some(requirementOf)) {
        unguarded.push(`${type.name}.${field.name}`);
      }
    }
  }
  if (unguarded.length > 0) throw new Error(`Fields or arguments without an access rule: ${unguarded.join(', ')}`);
  return schema;
}

function guard(field: GraphQLField<unknown, CallerContext>, rule: AccessRule): void {
  describeRule(field, rule);
  const guardedArguments = field.args.flatMap((arg) => {
    const requires = requirementOf(arg);
    if (requires) describeRule(arg, { requires });
    return requires ? [{ name: arg.name, requires }] : [];
  });
  const resolve = field.resolve ?? defaultFieldResolver;
  const guarded: typeof resolve = (source, args, context, info) => {
    checkAccess(context, rule);
    for (const { name, requires } of guardedArguments) if (args[name] != null) requirePermission(context, requires);
    rejectUnstorableText(args);
    return resolve(source, args, context, info);
  };
  field.resolve = guarded;
}

function describeRule(what: GraphQLField<unknown, CallerContext> | GraphQLArgument, rule: AccessRule): void {
  what.description = `${what.description ?? ''} ${ruleText(rule)}`.trim();
}

function ruleText({ requires, caller }: AccessRule): string {
  if (requires) return `Requires the permission \`${requires.level}\` on \`${requires.resource}\`.`;
  return caller === 'session' ? 'Requires a session. API keys are refused.' : 'Requires a session or an API key.';
}

/** @throws {ServiceError} for text that the database cannot store: U+0000 and unpaired surrogates */
function rejectUnstorableText(args: object): void {
  const faults: Fault[] = [];
  const check = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (!isStorableText(value)) faults.push({ path, message: UNSTORABLE_TEXT, code: 'unstorable_characters' });
    } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      for (const [name, inner] of Object.entries(value)) check(inner, path ? `${path}.${name}` : name);
    }
  };
  check(args, '');
  if (faults.length > 0) throw invalid(faults);
}

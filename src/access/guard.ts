import { defaultFieldResolver, getNamedType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { invalid, ServiceError, unauthenticated, type Fault } from '../errors.js';
import type { Identity } from './identity.js';
import { permits, type Requirement } from './permissions.js';

interface Guarded {
  identity: Identity | null;
}

/** @throws {ServiceError} where the caller lacks what is required */
export function demand({ identity }: Guarded, required: Requirement): void {
  if (!identity) throw unauthenticated();
  if (permits(identity.permissions, required)) return;
  throw new ServiceError(
    'insufficient_permission',
    `This needs the permission "${required.level}" on "${required.resource}".`,
    { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' }, extra: { required } },
  );
}

/**
 * Puts the matrix before every field that bears a stamp, and refuses a schema in which a root field, or a field that
 * leads from one resource to another, bears none: what is not declared is closed, not open.
 * @throws {Error} naming each unguarded field
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  const open: string[] = [];
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const requires = field.extensions.requires as Requirement | undefined;
      if (requires) {
        guard(field, requires);
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

function guard(field: GraphQLField<unknown, Guarded>, requires: Requirement): void {
  const { resource, level } = requires;
  field.description = `${field.description ?? ''} Needs \`${resource}\`: ${level}.`.trim();
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    demand(context, requires);
    refuseUnstorable(args);
    return resolve(source, args, context, info);
  };
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

import { getNamedType, isInputObjectType, type GraphQLArgument, type GraphQLInputType } from 'graphql';
import type { Requirement } from './permissions.js';

/**
 * The permission that a field or an argument requires, if any. The permission of an argument applies in addition to the
 * permission of its field: filtering or sorting by a value reveals the value through the order and the number of rows,
 * even if the response does not contain the value.
 */
export function requirementOf({ extensions }: Pick<GraphQLArgument, 'extensions'>): Requirement | undefined {
  return extensions.requires as Requirement | undefined;
}

/**
 * Whether an argument filters by a resource other than `own`, the resource of its field, but does not require a
 * permission for that other resource.
 */
export function filtersByOtherResource(own: unknown, arg: GraphQLArgument): boolean {
  const needed = requirementOf(arg)?.resource;
  return [...resourcesOf(arg.type)].some((resource) => resource !== own && resource !== needed);
}

/** The resources of an input type and of all input types nested in this type. */
function resourcesOf(input: GraphQLInputType, found = new Set<unknown>(), seen = new Set<unknown>()): Set<unknown> {
  const type = getNamedType(input);
  if (!isInputObjectType(type) || seen.has(type)) return found;
  seen.add(type);
  if (type.extensions.resource !== undefined) found.add(type.extensions.resource);
  for (const field of Object.values(type.getFields())) resourcesOf(field.type, found, seen);
  return found;
}

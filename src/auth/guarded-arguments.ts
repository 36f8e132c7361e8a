import { getNamedType, isInputObjectType, type GraphQLArgument, type GraphQLInputType } from 'graphql';
import type { Requirement } from './permissions.js';

/**
 * What an argument needs of whoever gives it, besides what its field needs. What a list is filtered or sorted by can be
 * told from which rows come, and how many, though the answer does not show it.
 */
export function argumentRequirementOf({ extensions }: Pick<GraphQLArgument, 'extensions'>): Requirement | undefined {
  return extensions.requires as Requirement | undefined;
}

/** Whether an argument asks by rows of another resource than the field's own, without needing that it may be read. */
export function filtersByOtherResource(own: unknown, arg: GraphQLArgument): boolean {
  const needed = argumentRequirementOf(arg)?.resource;
  return [...resourcesOf(arg.type)].some((resource) => resource !== own && resource !== needed);
}

/** Whose rows an input asks by: its type's resource, and those of the inputs within. */
function resourcesOf(input: GraphQLInputType, found = new Set<unknown>(), seen = new Set<unknown>()): Set<unknown> {
  const type = getNamedType(input);
  if (!isInputObjectType(type) || seen.has(type)) return found;
  seen.add(type);
  if (type.extensions.resource !== undefined) found.add(type.extensions.resource);
  for (const field of Object.values(type.getFields())) resourcesOf(field.type, found, seen);
  return found;
}

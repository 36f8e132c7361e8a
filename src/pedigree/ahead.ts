import { Kind, type FieldNode, type GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../context.js';
import { fieldsBelow, levelsBelow } from '../graphql/look-ahead.js';
import type { Queen } from '../queens/queen.entity.js';
import { ancestry } from './ancestry.js';
import { PedigreeDepth } from './pedigree.types.js';

const PARENTS = ['mother', 'father'] as const;

/** A queen by id, and with her, by one statement, all that the query asks above her: nested, or as a pedigree. */
export function withAncestors(
  id: string | null,
  { loaders }: RequestContext,
  info: GraphQLResolveInfo,
): Queen | null | Promise<Queen | null> {
  return loaders.get(ancestry).load(id, generationsAsked(info));
}

function generationsAsked({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): number {
  const nested = levelsBelow(fieldNodes, fragments, PARENTS);
  const depths = fieldsBelow(fieldNodes, fragments, 'pedigree').map((field) => depthOf(field, variableValues));
  return Math.max(nested, ...depths);
}

function depthOf({ arguments: given = [] }: FieldNode, variables: GraphQLResolveInfo['variableValues']): number {
  const value = given.find(({ name }) => name.value === 'depth')?.value;
  if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? PedigreeDepth.THREE);
  return value?.kind === Kind.ENUM ? Number(PedigreeDepth[value.value as never]) : PedigreeDepth.THREE;
}

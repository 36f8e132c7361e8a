import { Kind, type FieldNode, type GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../graphql/context.js';
import { fieldsBelow, levelsBelow } from '../../graphql/look-ahead.js';
import type { Queen } from './queen.entity.js';
import { ancestry } from './ancestry.js';
import { PedigreeDepth } from './pedigree-depth.enums.js';

const PARENTS = ['mother', 'father'] as const;

/**
 * Finds a queen by id. The same statement also loads all ancestors that the query selects, as nested fields or as a
 * pedigree.
 */
export function findWithAncestors(
  id: string | null,
  { loaders }: RequestContext,
  info: GraphQLResolveInfo,
): Queen | null | Promise<Queen | null> {
  return loaders.get(ancestry).load(id, requestedGenerations(info));
}

/** Requested generations by field nodes. The generations are cached, because a field is resolved once for each row. */
const generationsByFields = new WeakMap<readonly FieldNode[], { nested: number; pedigrees: readonly FieldNode[] }>();

function requestedGenerations({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): number {
  let requested = generationsByFields.get(fieldNodes);
  if (!requested) {
    requested = {
      nested: levelsBelow(fieldNodes, fragments, PARENTS),
      pedigrees: fieldsBelow(fieldNodes, fragments, 'pedigree'),
    };
    generationsByFields.set(fieldNodes, requested);
  }
  return requested.pedigrees.reduce((most, field) => Math.max(most, depthOf(field, variableValues)), requested.nested);
}

function depthOf(
  { arguments: argumentNodes = [] }: FieldNode,
  variables: GraphQLResolveInfo['variableValues'],
): number {
  const value = argumentNodes.find(({ name }) => name.value === 'depth')?.value;
  if (value?.kind === Kind.VARIABLE) {
    const { value: name } = value.name;
    return Number((Object.hasOwn(variables, name) ? variables[name] : null) ?? PedigreeDepth.THREE);
  }
  return value?.kind === Kind.ENUM
    ? Number(PedigreeDepth[value.value as keyof typeof PedigreeDepth])
    : PedigreeDepth.THREE;
}

import { Kind, type FieldNode, type GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../graphql/context.js';
import { fieldsBelow, levelsBelow } from '../../graphql/look-ahead.js';
import type { Queen } from './queen.entity.js';
import { ancestry } from './ancestry.js';
import { PedigreeDepth } from './pedigree-depth.enums.js';

const PARENTS = ['mother', 'father'] as const;

/** A queen by id, and with her, by one statement, all that the query asks above her: nested, or as a pedigree. */
export function withAncestors(
  id: string | null,
  { loaders }: RequestContext,
  info: GraphQLResolveInfo,
): Queen | null | Promise<Queen | null> {
  return loaders.get(ancestry).load(id, generationsAsked(info));
}

/** By the fields, as the same question comes once for every row. */
const asked = new WeakMap<readonly FieldNode[], { nested: number; pedigrees: readonly FieldNode[] }>();

function generationsAsked({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): number {
  let above = asked.get(fieldNodes);
  if (!above) {
    above = {
      nested: levelsBelow(fieldNodes, fragments, PARENTS),
      pedigrees: fieldsBelow(fieldNodes, fragments, 'pedigree'),
    };
    asked.set(fieldNodes, above);
  }
  return above.pedigrees.reduce((most, field) => Math.max(most, depthOf(field, variableValues)), above.nested);
}

function depthOf({ arguments: given = [] }: FieldNode, variables: GraphQLResolveInfo['variableValues']): number {
  const value = given.find(({ name }) => name.value === 'depth')?.value;
  if (value?.kind === Kind.VARIABLE) {
    const { value: name } = value.name;
    return Number((Object.hasOwn(variables, name) ? variables[name] : null) ?? PedigreeDepth.THREE);
  }
  return value?.kind === Kind.ENUM
    ? Number(PedigreeDepth[value.value as keyof typeof PedigreeDepth])
    : PedigreeDepth.THREE;
}

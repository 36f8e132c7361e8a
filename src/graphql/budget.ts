import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { ServiceError } from '../errors.js';
import { isThenable } from './execution/run.js';
import { LIMITS } from './limits.js';

/** More than may be answered at once, found out while it was made: what a list without pages holds is not known before. */
export class TooLarge extends ServiceError {
  constructor(what: string) {
    super('validation_failed', `The answer would hold more than ${what}. Ask for smaller pages or fewer levels.`);
  }
}

/** What one operation may still fill. */
export class Budget {
  /** Once it was not enough. */
  refusal?: TooLarge;
  private left: number = LIMITS.fields;

  /** @throws {TooLarge} */
  spend(fields: number): void {
    this.left -= fields;
    if (this.left >= 0) return;
    throw (this.refusal ??= new TooLarge(`${LIMITS.fields} fields`));
  }
}

interface Bounded {
  budget?: Budget;
}

/**
 * Has the fields counted that the rows of each list fill, up to the next list. `costOf` can but guess how many
 * rows a list without pages has, and such lists may lie in each other: the hives of the apiary of each of the hives.
 */
export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) if (isListOfObjects(field)) bound(field);
  }
  return schema;
}

const isListOfObjects = ({ type }: GraphQLField<unknown, Bounded>): boolean =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type));

function bound(field: GraphQLField<unknown, Bounded>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const counting: typeof resolve = (source, args, context, info) => {
    const { budget } = context;
    // It is refused already: an error for each of what may be a hundred thousand lists would take longest of all.
    if (budget?.refusal) return [];
    const value: unknown = resolve(source, args, context, info);
    if (!budget) return value;
    return isThenable(value) ? value.then((rows) => counted(rows, budget, info)) : counted(value, budget, info);
  };
  field.resolve = counting;
}

function counted(rows: unknown, budget: Budget, { fieldNodes, fragments, returnType }: GraphQLResolveInfo): unknown {
  if (!Array.isArray(rows)) return rows;
  if (budget.refusal) return [];
  const type = getNamedType(returnType) as GraphQLObjectType;
  let fields = 0;
  for (const { selectionSet } of fieldNodes) fields += selectionSet ? fieldsOf(selectionSet, type, fragments) : 0;
  budget.spend(rows.length * fields);
  return rows;
}

const known = new WeakMap<SelectionSetNode, number>();

/** Of one row, without what lists below it hold. A circle of fragments was refused. */
function fieldsOf(
  set: SelectionSetNode,
  type: GraphQLObjectType,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number {
  let fields = known.get(set);
  if (fields !== undefined) return fields;
  fields = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      fields += 1;
      const field = type.getFields()[selection.name.value];
      const inner = field && getNamedType(field.type);
      if (selection.selectionSet && isObjectType(inner) && !isListOfObjects(field!)) {
        fields += fieldsOf(selection.selectionSet, inner, fragments);
      }
    } else {
      const within =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments[selection.name.value]?.selectionSet;
      fields += within ? fieldsOf(within, type, fragments) : 0;
    }
  }
  known.set(set, fields);
  return fields;
}

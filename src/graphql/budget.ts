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
import { ServiceError } from '../core/errors.js';
import { isPromise } from './executor/run.js';
import { LIMITS } from './limits.js';

/** More than may be answered at once, found out while it was made: what a list without pages holds is not known before. */
export class ResponseTooLarge extends ServiceError {
  constructor(what: string) {
    super('validation_failed', `The answer would hold more than ${what}. Ask for smaller pages or fewer levels.`);
  }
}

/** Limits what the response to one operation may hold. */
export class Budget {
  /** Set once the response was too large. */
  refusal?: ResponseTooLarge;
  private spent = 0;
  private hasNestedLists = false;

  /** For an operation that runs again from its beginning. */
  reset(): void {
    this.spent = 0;
    this.hasNestedLists = false;
    this.refusal = undefined;
  }

  /** @throws {ResponseTooLarge} */
  spend(rows: number, { fields, hasList }: RowSize): void {
    this.spent += rows * fields;
    this.hasNestedLists ||= hasList;
    if (this.spent > LIMITS.fields) throw (this.refusal ??= new ResponseTooLarge(`${LIMITS.fields} fields`));
  }

  /**
   * A few fields need no measuring, unless there are lists below lists: what is read once, and counted once, may be at many
   * places of the response.
   * @throws {ResponseTooLarge} where the data would be too long as JSON
   */
  checkLength(data: unknown): void {
    if (this.spent < MIN_MEASURED_FIELDS && !this.hasNestedLists) return;
    if (lengthOf(data, LIMITS.answer) <= LIMITS.answer) return;
    throw (this.refusal ??= new ResponseTooLarge(`${LIMITS.answer / 2 ** 20} MiB`));
  }
}

/** Below this many fields JSON stays short enough to be made, whatever the fields hold: text has at most 10,000 characters. */
const MIN_MEASURED_FIELDS = 3_000;

/** About how many characters a value takes as JSON, or more than `max`. */
function lengthOf(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let length = 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && length <= max; index += 1) {
      length += 1 + lengthOf(value[index], max - length);
    }
    return length;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) {
    length += key.length + 4 + lengthOf(members[key], max - length);
    if (length > max) break;
  }
  return length;
}

interface Bounded {
  budget?: Budget;
}

/**
 * Has the fields counted that the rows of each list fill, up to the next list. `costOf` can but guess how many
 * rows a list without pages has, and such lists may lie in each other: the hives of the apiary of each of the hives.
 */
export function countListRows(schema: GraphQLSchema): GraphQLSchema {
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
    return isPromise(value) ? value.then((rows) => counted(rows, budget, info)) : counted(value, budget, info);
  };
  field.resolve = counting;
}

function counted(rows: unknown, budget: Budget, { fieldNodes, fragments, returnType }: GraphQLResolveInfo): unknown {
  if (!Array.isArray(rows)) return rows;
  if (budget.refusal) return [];
  const type = getNamedType(returnType) as GraphQLObjectType;
  for (const { selectionSet } of fieldNodes) {
    if (selectionSet) budget.spend(rows.length, rowSizeOf(selectionSet, type, fragments));
  }
  return rows;
}

/** What a row fills. */
interface RowSize {
  /** Without those of the rows of lists below it. */
  fields: number;
  /** Whether an object below it has a list: the same object, read once, may be below many rows. */
  hasList: boolean;
}

const knownSizes = new WeakMap<SelectionSetNode, RowSize>();

/** A cycle of fragments was refused before. */
function rowSizeOf(
  set: SelectionSetNode,
  type: GraphQLObjectType,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): RowSize {
  const known = knownSizes.get(set);
  if (known) return known;
  const size: RowSize = { fields: 0, hasList: false };
  const add = (inner: SelectionSetNode | undefined, innerType: GraphQLObjectType) => {
    const { fields, hasList } = inner ? rowSizeOf(inner, innerType, fragments) : { fields: 0, hasList: false };
    size.fields += fields;
    size.hasList ||= hasList;
  };
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      size.fields += 1;
      const field = type.getFields()[selection.name.value];
      const inner = field && getNamedType(field.type);
      if (!field || !isObjectType(inner) || isListOfObjects(field)) continue;
      add(selection.selectionSet, inner);
      size.hasList ||= hasListField(selection.selectionSet, inner, fragments);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      add(selection.selectionSet, type);
    } else {
      add(fragments[selection.name.value]?.selectionSet, type);
    }
  }
  knownSizes.set(set, size);
  return size;
}

function hasListField(
  set: SelectionSetNode | undefined,
  type: GraphQLObjectType,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): boolean {
  return (set?.selections ?? []).some((selection) => {
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      return field !== undefined && isListOfObjects(field);
    }
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    return hasListField(inner?.selectionSet, type, fragments);
  });
}

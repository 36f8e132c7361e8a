import { types } from 'node:util';
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
import { LIMITS } from './limits.js';

/** The response became too large during execution. The size of lists without pages is unknown before execution. */
export class ResponseTooLarge extends ServiceError {
  constructor(what: string) {
    super('validation_failed', `The response would exceed ${what}. Request smaller pages or fewer levels.`);
  }
}

/** Limits the size of the response to one operation. */
export class Budget {
  /** The error; undefined until the response is too large. */
  refusal?: ResponseTooLarge;
  private spent = 0;

  /**
   * @param fields number of fields of each row
   * @throws {ResponseTooLarge}
   */
  spend(rows: number, fields: number): void {
    this.spent += rows * fields;
    if (this.spent > LIMITS.fields) throw (this.refusal ??= tooManyFields());
  }

  /**
   * Checks the size of the response. Few fields can be long, and a response can contain the same object many times,
   * although `spend` counted the fields of the object only once.
   * @throws {ResponseTooLarge} if the data would be too long as JSON, or have too many fields
   */
  checkSize(data: unknown): void {
    const size: Size = { length: 0, fields: 0 };
    measure(data, size);
    if (size.fields > LIMITS.fields) throw (this.refusal ??= tooManyFields());
    if (size.length > LIMITS.responseLength)
      throw (this.refusal ??= new ResponseTooLarge(`${LIMITS.responseLength / 2 ** 20} MiB`));
  }
}

const tooManyFields = () => new ResponseTooLarge(`${LIMITS.fields} fields`);

/** The approximate length of a response as JSON, and the number of its fields. */
interface Size {
  length: number;
  fields: number;
}

/** Adds a value to the size. Skips further objects and lists if the size is too large. */
function measure(value: unknown, size: Size): void {
  if (typeof value === 'string') size.length += value.length + 2;
  else if (typeof value !== 'object' || value === null) size.length += 5;
  else if (size.length > LIMITS.responseLength || size.fields > LIMITS.fields) return;
  else if (Array.isArray(value)) {
    size.length += value.length;
    for (const item of value) measure(item, size);
  } else {
    const members = value as Record<string, unknown>;
    for (const key in members) {
      size.length += key.length + 4;
      size.fields += 1;
      measure(members[key], size);
    }
  }
}

interface BudgetContext {
  budget?: Budget;
}

/**
 * Counts the fields of the rows of each list during execution. `costOf` can only estimate the size of lists without
 * pages, and such lists can be nested, for example the hives of the apiary of each hive.
 */
export function countListRows(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) if (isListOfObjects(field)) countRowsOf(field);
  }
  return schema;
}

const isListOfObjects = ({ type }: GraphQLField<unknown, BudgetContext>): boolean =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type));

function countRowsOf(field: GraphQLField<unknown, BudgetContext>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  const counting: typeof resolve = (source, args, context, info) => {
    const { budget } = context;
    // The response is already rejected. Throwing an error for each further list, of which there can be 100,000, would
    // be slow.
    if (budget?.refusal) return [];
    const value: unknown = resolve(source, args, context, info);
    if (!budget) return value;
    return types.isPromise(value)
      ? value.then((rows) => spendRows(rows, budget, info))
      : spendRows(value, budget, info);
  };
  field.resolve = counting;
}

function spendRows(rows: unknown, budget: Budget, { fieldNodes, fragments, returnType }: GraphQLResolveInfo): unknown {
  if (!Array.isArray(rows)) return rows;
  if (budget.refusal) return [];
  const type = getNamedType(returnType) as GraphQLObjectType;
  for (const { selectionSet } of fieldNodes) {
    budget.spend(rows.length, fieldsPerRow(selectionSet, type, fragments));
  }
  return rows;
}

const counts = new WeakMap<SelectionSetNode, number>();

/**
 * The number of fields of a row with the selected fields, without the rows of nested lists. Validation has already
 * rejected cycles of fragments.
 */
function fieldsPerRow(
  set: SelectionSetNode | undefined,
  type: GraphQLObjectType,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number {
  if (!set) return 0;
  const known = counts.get(set);
  if (known !== undefined) return known;
  let count = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      count += 1;
      const field = type.getFields()[selection.name.value];
      const inner = field && getNamedType(field.type);
      if (!field || !isObjectType(inner) || isListOfObjects(field)) continue;
      count += fieldsPerRow(selection.selectionSet, inner, fragments);
    } else {
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
      count += fieldsPerRow(inner?.selectionSet, type, fragments);
    }
  }
  counts.set(set, count);
  return count;
}

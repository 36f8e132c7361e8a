import {
  getNamedType,
  GraphQLID,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parseValue,
  valueFromAST,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { AccessRule } from '../../src/auth/guard.js';

/** A field of the schema, with a path to it from a root field. */
export interface SchemaField {
  name: string;
  /** Names from the root to the field. */
  path: string[];
  /** The access rules of the fields on `path`. The rule of the field itself is last. */
  rules: { place: number; rule: AccessRule }[];
  document: string;
  field: GraphQLField<unknown, unknown>;
}

interface Step {
  name: string;
  field: GraphQLField<unknown, unknown>;
}

const UUID = '0190a6f0-0000-7000-8000-000000000000';
/** Each scalar accepts at least one of these literals. */
const LITERALS = [`"${UUID}"`, '1', '0.5', 'true', '"2024-05-01"', '"2024-05-01T00:00:00Z"', '"x"', '{}'];

/** Reads the access rule of a field without the code of the guard. */
const ruleOf = ({ extensions }: GraphQLField<unknown, unknown>): AccessRule | undefined => {
  const { requires, caller } = extensions as AccessRule;
  return requires || caller ? { requires, caller } : undefined;
};

/** Returns a valid literal of a type. The literal refers to no row. */
function literalOf(type: GraphQLInputType): string {
  const inner = getNullableType(type);
  if (isListType(inner)) return `[${literalOf(inner.ofType as GraphQLInputType)}]`;
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner)) {
    const required = Object.values(inner.getFields()).filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  const literal = LITERALS.find((text) => valueFromAST(parseValue(text), inner as GraphQLInputType) !== undefined);
  if (literal === undefined) throw new Error(`No literal is known for the scalar ${String(inner)}; add one.`);
  return literal;
}

/** @param idOf returns the id for the n-th argument */
function call({ name, field }: Step, idOf: (n: number) => string = () => UUID): string {
  const required = field.args.filter(isRequiredArgument);
  if (required.length === 0) return name;
  const values = required.map((arg, n) => {
    if (isId(arg.type)) return `${arg.name}: "${idOf(n)}"`;
    return `${arg.name}: ${OF_IDS[getNamedType(arg.type).name]?.(idOf) ?? literalOf(arg.type)}`;
  });
  return `${name}(${values.join(', ')})`;
}

/** Literals for input types that contain ids. A request with one of these literals gets a response without errors. */
const OF_IDS: Record<string, (idOf: (n: number) => string) => string> = {
  MatingPlanInput: (idOf) => `{ queenIds: ["${idOf(0)}"], droneMotherIds: ["${idOf(1)}"], use: own_drones }`,
};
const holdsIds = (type: GraphQLInputType) => isId(type) || getNamedType(type).name in OF_IDS;

const isId = (type: GraphQLInputType) => getNullableType(type) === GraphQLID;

/** A placeholder for the id of the n-th row. */
const placeholder = (n: number) => `%ID ${n}%`;

/** Replaces the placeholders in a document with ids. */
export const withIds = (document: string, ids: readonly string[]): string =>
  document.replace(/%ID (\d+)%/g, (_, n: string) => ids[Number(n)]!);

function schemaField(operation: string, steps: Step[], parent: string, idOf?: (n: number) => string): SchemaField {
  const last = steps[steps.length - 1]!;
  const leaf = isObjectType(getNamedType(last.field.type)) ? ' { __typename }' : '';
  return {
    name: `${parent}.${last.name}`,
    path: steps.map(({ name }) => name),
    rules: steps.flatMap(({ field }, place) => {
      const rule = ruleOf(field);
      return rule ? [{ place, rule }] : [];
    }),
    document: `${operation} { ${steps.map((step) => call(step, idOf)).join(' { ')}${leaf}${' }'.repeat(steps.length)}`,
    field: last.field,
  };
}

const fieldsOf = (type: GraphQLObjectType): Step[] =>
  Object.entries(type.getFields()).map(([name, field]) => ({ name, field }));

/** Returns all root fields of queries and mutations. */
export function rootFields(schema: GraphQLSchema): { queries: SchemaField[]; mutations: SchemaField[] } {
  const fieldsOfRoot = (operation: string, type: GraphQLObjectType | null | undefined) =>
    type ? fieldsOf(type).map((step) => schemaField(operation, [step], type.name)) : [];
  return {
    queries: fieldsOfRoot('query', schema.getQueryType()),
    mutations: fieldsOfRoot('mutation', schema.getMutationType()),
  };
}

/**
 * Returns every nested field that has an access rule, with a path to it from a root field that accepts API keys.
 * The root field has no required arguments or, if no such path exists, only required arguments with ids.
 * @throws {Error} if a field has no such path
 */
export function nestedFields(schema: GraphQLSchema): SchemaField[] {
  const paths = new Map<GraphQLObjectType, Step[]>();
  for (const accepts of [() => false, holdsIds]) {
    const open: [GraphQLObjectType, Step[]][] = [[schema.getQueryType()!, []]];
    for (let at = open.shift(); at; at = open.shift()) {
      const [type, steps] = at;
      for (const step of fieldsOf(type)) {
        const target = getNamedType(step.field.type);
        const closed =
          step.field.args.some((arg) => isRequiredArgument(arg) && !accepts(arg.type)) ||
          ruleOf(step.field)?.caller === 'session';
        if (!isObjectType(target) || paths.has(target) || (closed && steps.length === 0)) continue;
        paths.set(target, [...steps, step]);
        open.push([target, [...steps, step]]);
      }
    }
  }
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types
    .filter((type) => !type.name.startsWith('__') && !roots.includes(type))
    .flatMap((type) =>
      fieldsOf(type)
        .filter(({ field }) => ruleOf(field))
        .map((step) => {
          const path = paths.get(type);
          if (!path) throw new Error(`No query that requires only ids leads to ${type.name}.${step.name}.`);
          return schemaField('query', [...path, step], type.name, placeholder);
        }),
    );
}

/** Returns the name of the row type of a field. For a connection, returns the type of its nodes. */
export function rowType(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  const nodes = isObjectType(type) ? type.getFields().nodes : undefined;
  return getNamedType((nodes ?? field).type).name;
}

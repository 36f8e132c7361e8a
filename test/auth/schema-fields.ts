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

/** A field of the schema, with the path to it from a root. */
export interface Walked {
  name: string;
  /** Names from the root to the field. */
  path: string[];
  /** The access rules along `path`, the field's own last. */
  stamps: { place: number; stamp: AccessRule }[];
  document: string;
  field: GraphQLField<unknown, unknown>;
}

interface Step {
  name: string;
  field: GraphQLField<unknown, unknown>;
}

const UUID = '0190a6f0-0000-7000-8000-000000000000';
/** One of these is valid for any scalar. */
const LITERALS = [`"${UUID}"`, '1', '0.5', 'true', '"2024-05-01"', '"2024-05-01T00:00:00Z"', '"x"', '{}'];

/** The access rule of a field, read independently of the guard. */
const stampOf = ({ extensions }: GraphQLField<unknown, unknown>): AccessRule | undefined => {
  const { requires, caller } = extensions as AccessRule;
  return requires || caller ? { requires, caller } : undefined;
};

/** A valid value of the type that refers to no row. */
function literalOf(type: GraphQLInputType): string {
  const inner = getNullableType(type);
  if (isListType(inner)) return `[${literalOf(inner.ofType as GraphQLInputType)}]`;
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner)) {
    const required = Object.values(inner.getFields()).filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  const fit = LITERALS.find((text) => valueFromAST(parseValue(text), inner as GraphQLInputType) !== undefined);
  if (fit === undefined) throw new Error(`No literal is known for the scalar ${String(inner)}; add one.`);
  return fit;
}

/** @param idOf the id for the n-th argument */
function call({ name, field }: Step, idOf: (n: number) => string = () => UUID): string {
  const required = field.args.filter(isRequiredArgument);
  if (required.length === 0) return name;
  const values = required.map((arg, n) => {
    if (isId(arg.type)) return `${arg.name}: "${idOf(n)}"`;
    return `${arg.name}: ${OF_IDS[getNamedType(arg.type).name]?.(idOf) ?? literalOf(arg.type)}`;
  });
  return `${name}(${values.join(', ')})`;
}

/** Inputs that contain ids, with values that give a response. */
const OF_IDS: Record<string, (idOf: (n: number) => string) => string> = {
  MatingPlanInput: (idOf) => `{ queenIds: ["${idOf(0)}"], droneMotherIds: ["${idOf(1)}"], use: own_drones }`,
};
const holdsIds = (type: GraphQLInputType) => isId(type) || getNamedType(type).name in OF_IDS;

const isId = (type: GraphQLInputType) => getNullableType(type) === GraphQLID;

/** A placeholder for the id of the n-th row. */
const placeholder = (n: number) => `%ID ${n}%`;

/** The document with the ids filled in. */
export const withIds = (document: string, ids: readonly string[]): string =>
  document.replace(/%ID (\d+)%/g, (_, n: string) => ids[Number(n)]!);

function walked(operation: string, steps: Step[], parent: string, idOf?: (n: number) => string): Walked {
  const last = steps[steps.length - 1]!;
  const leaf = isObjectType(getNamedType(last.field.type)) ? ' { __typename }' : '';
  return {
    name: `${parent}.${last.name}`,
    path: steps.map(({ name }) => name),
    stamps: steps.flatMap(({ field }, place) => {
      const stamp = stampOf(field);
      return stamp ? [{ place, stamp }] : [];
    }),
    document: `${operation} { ${steps.map((step) => call(step, idOf)).join(' { ')}${leaf}${' }'.repeat(steps.length)}`,
    field: last.field,
  };
}

const fieldsOf = (type: GraphQLObjectType): Step[] =>
  Object.entries(type.getFields()).map(([name, field]) => ({ name, field }));

/** All root fields of queries and mutations. */
export function rootFields(schema: GraphQLSchema): { queries: Walked[]; mutations: Walked[] } {
  const of = (operation: string, type: GraphQLObjectType | null | undefined) =>
    type ? fieldsOf(type).map((step) => walked(operation, [step], type.name)) : [];
  return { queries: of('query', schema.getQueryType()), mutations: of('mutation', schema.getMutationType()) };
}

/**
 * Every nested field with an access rule, by the shortest path from a query that needs only ids and is not limited to
 * sessions.
 * @throws {Error} naming each field without such a path
 */
export function nestedFields(schema: GraphQLSchema): Walked[] {
  const ways = new Map<GraphQLObjectType, Step[]>();
  for (const admits of [() => false, holdsIds]) {
    const open: [GraphQLObjectType, Step[]][] = [[schema.getQueryType()!, []]];
    for (let at = open.shift(); at; at = open.shift()) {
      const [type, steps] = at;
      for (const step of fieldsOf(type)) {
        const target = getNamedType(step.field.type);
        const closed =
          step.field.args.some((arg) => isRequiredArgument(arg) && !admits(arg.type)) ||
          stampOf(step.field)?.caller === 'session';
        if (!isObjectType(target) || ways.has(target) || (closed && steps.length === 0)) continue;
        ways.set(target, [...steps, step]);
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
        .filter(({ field }) => stampOf(field))
        .map((step) => {
          const way = ways.get(type);
          if (!way) throw new Error(`No query that asks for ids alone leads to ${type.name}.${step.name}.`);
          return walked('query', [...way, step], type.name, placeholder);
        }),
    );
}

/** The type of rows that a field returns; for a connection, that of its nodes. */
export function rowType(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  const nodes = isObjectType(type) ? type.getFields().nodes : undefined;
  return getNamedType((nodes ?? field).type).name;
}

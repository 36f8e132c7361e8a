import {
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { restTrait, TRAIT_WORDS } from '../core/traits.js';
import { answerObject, listOf, orNull, type JsonSchema } from './json-schema.js';

export const UUID: JsonSchema = { type: 'string', format: 'uuid' };
export const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };
export const PARTIAL_DATE: JsonSchema = { type: 'string', pattern: '^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$' };

const SCALARS: Record<string, JsonSchema> = {
  ID: UUID,
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
  DateTime: INSTANT,
  PartialDate: PARTIAL_DATE,
  // Any JSON value. The description of each member with this type describes the form of the value.
  JSON: {},
};

/** The description of a type in the GraphQL schema, or of one of its fields. */
export function descriptionOf(graph: GraphQLSchema, typeName: string, field?: string): string {
  const type = graph.getType(typeName) as GraphQLObjectType | undefined;
  return (field === undefined ? type : type?.getFields()[field])?.description ?? '';
}

/** The schema of an object with members that are fields of a GraphQL type, and with the description of this type. */
export function objectOf<Member extends string>(
  graph: GraphQLSchema,
  typeName: string,
  members: Readonly<Record<Member, string>>,
): JsonSchema {
  return answerObject(descriptionOf(graph, typeName), membersOf(graph, typeName, members));
}

/**
 * Schemas of members that are fields of a GraphQL type. Types, nullability and descriptions come from the GraphQL
 * schema.
 */
export function membersOf<Member extends string>(
  graph: GraphQLSchema,
  typeName: string,
  members: Readonly<Record<Member, string>>,
): Readonly<Record<Member, JsonSchema>> {
  const type = graph.getType(typeName);
  if (!isObjectType(type)) throw new Error(`The schema has no object type ${typeName}`);
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries<string>(members).map(([member, name]): [string, JsonSchema] => {
      const field = fields[name];
      if (!field) throw new Error(`${typeName} has no field ${name}`);
      const schema = valueOf(graph, field.type);
      const description = [field.description, schema.description].filter(Boolean).join(' ');
      return [member, { ...schema, description }];
    }),
  ) as Record<Member, JsonSchema>;
}

/** The schema of an object with a member for each trait. */
export const traitsObject = (description: string, trait: JsonSchema): JsonSchema => ({
  type: 'object',
  description,
  propertyNames: { enum: Object.keys(TRAIT_WORDS) },
  additionalProperties: trait,
});

function valueOf(graph: GraphQLSchema, type: GraphQLOutputType): JsonSchema {
  if (!isNonNullType(type)) return orNull(present(graph, getNullableType(type)));
  return present(graph, type.ofType as GraphQLOutputType);
}

function present(graph: GraphQLSchema, type: GraphQLOutputType): JsonSchema {
  if (isListType(type)) return listOf(valueOf(graph, type.ofType as GraphQLOutputType));
  if (isEnumType(type)) return wordsOf(type);
  if (isObjectType(type)) {
    // Nested objects are small, and their fields have the same names in REST.
    const members = Object.fromEntries(Object.keys(type.getFields()).map((name) => [name, name]));
    return objectOf(graph, type.name, members);
  }
  const scalar = SCALARS[String(type)];
  if (!scalar) throw new Error(`The OpenAPI document has no schema for ${String(type)}`);
  return scalar;
}

/** Enums whose REST values differ from the GraphQL values. */
const REST_WORDS: Readonly<Record<string, (word: string) => string>> = {
  Trait: restTrait,
  DroneGroups: (word) => word.toLowerCase(),
};

/** An enum with its REST values. */
function wordsOf(type: GraphQLEnumType): JsonSchema {
  const inRest = REST_WORDS[type.name] ?? ((word: string) => word);
  const words = type.getValues().map(({ name, description }) => ({ word: inRest(name), description }));
  return {
    type: 'string',
    enum: words.map(({ word }) => word),
    description: words.map(({ word, description }) => `\`${word}\`: ${description}.`).join(' '),
  };
}

import { isInputObjectType, type GraphQLSchema } from 'graphql';
import type { BodyShape } from '../rest/body-shape.js';
import { inputObject, orNull, type JsonSchema, type Properties } from './json-schema.js';

/**
 * The schema of a body with this shape. Descriptions come from the GraphQL input.
 * @param change true for an update, in which absent members stay unchanged; false for a new row
 */
export function shapeSchema(graph: GraphQLSchema, typeName: string, shape: BodyShape, change: boolean): JsonSchema {
  const type = graph.getType(typeName);
  if (!isInputObjectType(type)) throw new Error(`The schema has no input type ${typeName}`);
  const { members, rules, readOnly, fixed = {}, required = [], oneOf = [] } = shape;
  const properties: Properties = Object.fromEntries(
    Object.entries(members).map(([member, field]) => {
      const description = type.getFields()[field]?.description ?? '';
      if (fixed[member] !== undefined) return [member, { type: 'string', const: fixed[member], description }];
      const schema = { ...rules[field]?.schema, description };
      return [member, required.includes(member) ? notBlank(schema) : orNull(schema)];
    }),
  );
  if (!change) {
    const either = oneOf.flat();
    const always = required.filter((member) => fixed[member] === undefined && !either.includes(member));
    const groups = oneOf.map((group) => ({ anyOf: group.map(isPresent) }));
    return {
      ...inputObject(type.description ?? '', properties, always),
      ...(groups.length > 1 ? { allOf: groups } : groups[0]),
    };
  }
  const readOnlyMember = {
    readOnly: true,
    description: 'Read-only. An unchanged value is ignored, and a changed value is an error.',
  };
  return inputObject(type.description ?? '', {
    ...properties,
    ...Object.fromEntries(readOnly.map((member) => [member, readOnlyMember])),
  });
}

const isPresent = (member: string): JsonSchema => ({
  required: [member],
  properties: { [member]: { not: { type: 'null' } } },
});

/** Restricts a text to values with at least one visible character. */
function notBlank(schema: JsonSchema): JsonSchema {
  const isPlain = schema.type === 'string' && !('enum' in schema || 'format' in schema || 'pattern' in schema);
  return isPlain ? { ...schema, minLength: 1, pattern: '\\S' } : schema;
}

/** The components for creating and updating a row: `NewHive` and `HiveChange`. */
export function inputsOf(graph: GraphQLSchema, noun: string, shape: BodyShape, row: object, typeName = `${noun}Input`) {
  const { readOnly, fixed = {} } = shape;
  const example = Object.fromEntries(
    Object.entries(row).filter(([member, value]) => value !== null && !readOnly.includes(member) && !(member in fixed)),
  );
  const [change = ''] = Object.keys(example).filter(
    (member) => !shape.required?.includes(member) && !/id/.test(member),
  );
  return {
    [`New${noun}`]: { schema: shapeSchema(graph, typeName, shape, false), example },
    [`${noun}Change`]: {
      schema: shapeSchema(graph, typeName, shape, true),
      example: { [change]: example[change] },
    },
  };
}

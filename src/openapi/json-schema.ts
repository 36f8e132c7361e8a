/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export type Properties = Readonly<Record<string, JsonSchema>>;

/** A named schema of the document, with an example. */
export interface Component {
  schema: JsonSchema;
  example?: unknown;
}

export type Components = Readonly<Record<string, Component>>;

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const listOf = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description && { description }),
});

/** A schema that also allows null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const described = description === undefined ? {} : { description };
  const { type, enum: words } = rest;
  if (Object.keys(rest).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [rest, { type: 'null' }], ...described };
  return { ...rest, type: [type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }), ...described };
}

/** A reference to a component that also allows null. */
export const refOrNull = (name: string, description: string): JsonSchema => ({ ...orNull(ref(name)), description });

/** The schema of an object in a response. All members except `optional` are required. Further members are allowed. */
export function answerObject(
  description: string,
  properties: Properties,
  optional: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    description,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
  };
}

/** The schema of an object in a request. Unknown members are rejected. */
export function inputObject(description: string, properties: Properties, required: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** A copy of the object without the named members. */
export function without<Whole extends object>(whole: Whole, ...names: string[]): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name))) as Whole;
}

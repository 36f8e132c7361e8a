/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
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

/** The schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const described = description === undefined ? {} : { description };
  const { type, enum: words } = rest;
  if (Object.keys(rest).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [rest, { type: 'null' }], ...described };
  return { ...rest, type: [type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }), ...described };
}

/** An object of a response. All members are required except optional ones; responses can gain members. */
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

/** An object of a request; unknown members are rejected. */
export function inputObject(description: string, properties: Properties, required: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The object without the named members. */
export function without<Whole extends object>(whole: Whole, ...names: string[]): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name))) as Whole;
}

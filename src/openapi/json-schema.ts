/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export type Properties = Readonly<Record<string, JsonSchema>>;

/** A schema that has a name in the document, with a value that fits it. */
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

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { description, ...untold } = schema;
  const told = description === undefined ? {} : { description };
  const { type, enum: words } = untold;
  if (Object.keys(untold).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [untold, { type: 'null' }], ...told };
  return { ...untold, type: [type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }), ...told };
}

/** An object of an answer: every member is there but for those that are optional. Members may come to be in time. */
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

/** An object of a request: a member that is not known is refused. */
export function inputObject(description: string, properties: Properties, required: readonly string[] = []): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The same without the members named. */
export function without<Whole extends object>(whole: Whole, ...names: string[]): Whole {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name))) as Whole;
}

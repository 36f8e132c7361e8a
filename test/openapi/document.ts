import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument, type OpenApi } from '../../src/openapi/document.js';
import { operations, routes } from '../../src/server/routes.js';
import { featureComponents } from '../../src/server/openapi/components.js';
import { buildGuardedSchema } from '../../src/server/schema.js';

export type Schema = Record<string, unknown>;

export interface Media {
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, { schema: Schema }>;
  content?: Record<string, Media>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  security: Record<string, unknown>[];
  parameters: {
    name: string;
    in: string;
    description: string;
    required: boolean;
    schema: Schema;
    'x-required-permission'?: object;
  }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-required-permission'?: { resource: string; level: string };
}

/** An operation with resolved references. */
export interface Described extends OperationObject {
  method: string;
  path: string;
}

export async function makeDocument(): Promise<OpenApi> {
  const schema = await buildGuardedSchema();
  const document = openApiDocument({
    schema,
    routes,
    operations,
    components: featureComponents(schema),
    version: '1',
    cookie: 'queenbook',
  });
  return JSON.parse(JSON.stringify(document)) as OpenApi;
}

/** Returns the target of a `$ref`, or the value itself if it is no reference. */
export function follow<Thing>(document: OpenApi, thing: Thing): Thing {
  const { $ref } = thing as { $ref?: string };
  if (typeof $ref !== 'string') return thing;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((place, step) => (place as Schema)?.[step.replace(/~1/g, '/').replace(/~0/g, '~')], document);
  if (found === undefined) throw new Error(`${$ref} does not exist`);
  return found as Thing;
}

export function operationsOf(document: OpenApi): Described[] {
  const resolve = <Thing>(thing: Thing) => follow(document, thing);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, entry]) => {
      const operation = entry as OperationObject;
      const responses = Object.entries(operation.responses).map(([status, response]) => {
        const { headers = {}, ...rest } = resolve(response);
        const followed = Object.entries(headers).map(([name, header]) => [name, resolve(header)]);
        return [status, { ...rest, headers: Object.fromEntries(followed) }];
      });
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters.map(resolve),
        responses: Object.fromEntries(responses),
      };
    }),
  );
}

/** Forbids additional members in all objects, so that undocumented members are errors. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  const { type, properties, additionalProperties } = inner;
  const isObject = type === 'object' && typeof properties === 'object' && additionalProperties === undefined;
  return isObject ? { ...inner, additionalProperties: false } : inner;
}

export type Validate = (schema: Schema, value: unknown) => string[];

/** Returns a validator for schemas of the document. Undocumented members are errors. */
export function validator(document: OpenApi): Validate {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const components = closed(document.components);
  const compiledSchemas = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const text = JSON.stringify(schema);
    let validate = compiledSchemas.get(text);
    if (!validate) compiledSchemas.set(text, (validate = ajv.compile({ ...(closed(schema) as Schema), components })));
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${instancePath} ${message} ${JSON.stringify(params)}`;
    });
  };
}

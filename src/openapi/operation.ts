import type { Requirement } from '../auth/permissions.js';
import type { Operation } from '../rest/operation.js';
import { listOf, ref, type Components, type JsonSchema } from './json-schema.js';
import { parameterObject, pathParameters } from './parameters.js';
import { headerRefs, problemsOf, type Needs } from './problems.js';
import { tagOf } from './tags.js';
import { page } from './common.js';

/** An operation with the information that the document needs. */
export interface DocumentedOperation {
  operation: Operation & { body?: { media?: string } };
  needs: Needs;
  /** Permissions that parameters require, by name. */
  parameterRequirements?: ReadonlyMap<string, Requirement>;
  /** Whether the gateway handles the operation. If so, the response to GET has an entity tag. */
  byGateway: boolean;
  /** Whether the operation supports `Idempotency-Key`, `If-Match` or both. */
  requestHeaders?: readonly ('idempotency' | 'precondition')[];
}

const SECURITY = { key: { bearer: [] }, session: { session: [] } };

export function operationObject(
  { operation, needs, parameterRequirements, byGateway, requestHeaders = [] }: DocumentedOperation,
  components: Components,
): object {
  const { method, path, id, summary, parameters = [], body } = operation;
  const tagged = method === 'GET' && byGateway;
  const headers = [
    tagged && 'IfNoneMatch',
    requestHeaders.includes('idempotency') && 'IdempotencyKey',
    requestHeaders.includes('precondition') && 'IfMatch',
  ];
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description: accessText(needs),
    security: securityOf(needs),
    ...(typeof needs === 'object' && needs.requires && { 'x-required-permission': needs.requires }),
    parameters: [
      ...pathParameters(path),
      ...parameters.map((parameter) => parameterObject(parameter, parameterRequirements?.get(parameter.name))),
      ...headers.filter((name) => name !== false).map(parameterRef),
    ],
    ...(body && { requestBody: requestBody(body, components) }),
    responses: {
      ...success(operation, needs, tagged, components),
      ...problemsOf(operation, needs),
      ...(requestHeaders.includes('precondition') && { 412: { $ref: '#/components/responses/PreconditionFailed' } }),
    },
  };
}

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function accessText(needs: Needs): string {
  if (needs === 'no key') return 'API keys are refused. No session is required.';
  const { requires, caller } = needs;
  if (requires)
    return `API keys require the permission \`${requires.level}\` on \`${requires.resource}\`. Sessions have every permission.`;
  return caller === 'session'
    ? 'Requires a session. API keys are refused.'
    : 'Requires a session or an API key. The key needs no permission.';
}

function securityOf(needs: Needs): object[] {
  if (typeof needs === 'string') return [];
  return needs.caller === 'session' ? [SECURITY.session] : [SECURITY.key, SECURITY.session];
}

function requestBody(
  { component, allowArray, optional, media }: NonNullable<DocumentedOperation['operation']['body']>,
  all: Components,
) {
  const { example } = componentOf(all, component);
  const schema = allowArray ? { ...listOf(ref(component)), minItems: 1, maxItems: 1000 } : ref(component);
  const sample = allowArray ? [example] : example;
  return {
    required: !optional,
    content: { [media ?? 'application/json']: { schema, ...(example !== undefined && { example: sample }) } },
  };
}

function success({ returns }: Operation, needs: Needs, tagged: boolean, components: Components): object {
  const { status = 200, many, location, media } = returns;
  const headers = [
    ...(tagged || returns.tagged ? ['ETag'] : []),
    ...(many === 'page' ? ['Link'] : []),
    ...(location ? ['Location'] : []),
    ...(media ? ['Content-Disposition'] : []),
    ...(typeof needs === 'object' ? ['RateLimit', 'RateLimit-Policy'] : []),
  ];
  const response = {
    description: STATUS_TEXTS[status],
    ...(headers.length > 0 && { headers: headerRefs(headers) }),
    ...(status !== 204 && {
      content: media
        ? { [media]: { schema: { type: 'string', ...(!media.startsWith('text/') && { format: 'binary' }) } } }
        : { 'application/json': bodyOf(returns, components) },
    }),
  };
  return { [status]: response, ...(tagged && { 304: { $ref: '#/components/responses/NotModified' } }) };
}

const STATUS_TEXTS = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted. A background job does the work.',
  204: 'Done. The response has no body.',
};

/** The schema of a response body that contains the component. */
function bodyOf({ data, many, body }: Operation['returns'], components: Components): object {
  if (body !== undefined) return { schema: ref(body), example: componentOf(components, body).example };
  if (data === undefined) throw new Error('defines neither `data` nor `body` of its response');
  const { example } = componentOf(components, data);
  const properties: Record<string, JsonSchema> = {
    data: many ? listOf(ref(data), many === 'page' ? 'Rows of this page.' : 'All rows.') : ref(data),
    ...(many === 'page' && { page: ref('Page') }),
  };
  return {
    schema: { type: 'object', required: Object.keys(properties), properties },
    example: { data: many ? [example] : example, ...(many === 'page' && { page }) },
  };
}

function componentOf(components: Components, name: string) {
  const component = components[name];
  if (!component) throw new Error(`refers to the unknown component ${name}`);
  return component;
}

import type { Requirement } from '../auth/permissions.js';
import type { Operation } from '../rest/operation.js';
import { listOf, ref, type Components, type JsonSchema } from './json-schema.js';
import { parameterObject, pathParameters } from './parameters.js';
import { headerRefs, problemsOf, type Needs } from './problems.js';
import { tagOf } from './tags.js';
import { page } from './common.js';

/** An operation of the table of routes, or of a handler, with what the document must know besides. */
export interface Told {
  operation: Operation & { body?: { media?: string } };
  needs: Needs;
  /** By parameter, what it needs besides. */
  demands?: ReadonlyMap<string, Requirement>;
  /** Whether it is a row of the table: it refuses unknown parameters, and a GET bears a tag. */
  byGateway: boolean;
  /** Whether it hears `Idempotency-Key`, `If-Match`, or both. */
  terms?: readonly ('idempotency' | 'precondition')[];
}

const SECURITY = { key: { bearer: [] }, session: { session: [] } };

export function operationObject(
  { operation, needs, demands, byGateway, terms = [] }: Told,
  components: Components,
): object {
  const { method, path, id, summary, parameters = [], body } = operation;
  const tagged = method === 'GET' && byGateway;
  const headers = [
    tagged && 'IfNoneMatch',
    terms.includes('idempotency') && 'IdempotencyKey',
    terms.includes('precondition') && 'IfMatch',
  ];
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description: inWords(needs),
    security: securityOf(needs),
    ...(typeof needs === 'object' && needs.requires && { 'x-required-permission': needs.requires }),
    parameters: [
      ...pathParameters(path),
      ...parameters.map((parameter) => parameterObject(parameter, demands?.get(parameter.name))),
      ...headers.filter((name) => name !== false).map(parameterRef),
    ],
    ...(body && { requestBody: requestBody(body, components) }),
    responses: {
      ...success(operation, needs, tagged, components),
      ...problemsOf(operation, needs),
      ...(terms.includes('precondition') && { 412: { $ref: '#/components/responses/PreconditionFailed' } }),
    },
  };
}

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function inWords(needs: Needs): string {
  if (needs === 'no key') return 'API keys are refused. No session is required.';
  const { requires, caller } = needs;
  if (requires) return `API keys need \`${requires.resource}\`: ${requires.level}. Sessions have every permission.`;
  return caller === 'session'
    ? 'Needs a session. API keys are refused.'
    : 'Needs a session or an API key with any permission.';
}

function securityOf(needs: Needs): object[] {
  if (typeof needs === 'string') return [];
  return needs.caller === 'session' ? [SECURITY.session] : [SECURITY.key, SECURITY.session];
}

function requestBody({ takes, allowArray, optional, media }: NonNullable<Told['operation']['body']>, all: Components) {
  const { example } = componentOf(all, takes);
  const schema = allowArray ? { ...listOf(ref(takes)), minItems: 1, maxItems: 1000 } : ref(takes);
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
  const answer = {
    description: WORDS[status],
    ...(headers.length > 0 && { headers: headerRefs(headers) }),
    ...(status !== 204 && {
      content: media
        ? { [media]: { schema: { type: 'string', ...(!media.startsWith('text/') && { format: 'binary' }) } } }
        : { 'application/json': bodyOf(returns, components) },
    }),
  };
  return { [status]: answer, ...(tagged && { 304: { $ref: '#/components/responses/NotModified' } }) };
}

const WORDS = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted. A background job does the work.',
  204: 'Done. The response has no body.',
};

/** The JSON of an answer, around its component. */
function bodyOf({ data, many, body }: Operation['returns'], components: Components): object {
  if (body !== undefined) return { schema: ref(body), example: componentOf(components, body).example };
  if (data === undefined) throw new Error('says neither `data` nor `body` of what it returns');
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
  if (!component) throw new Error(`names the component ${name}, which openapi/components/ does not have`);
  return component;
}

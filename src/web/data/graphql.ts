import { print } from '@0no-co/graphql.web';
import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada';
import { noteResponse } from './connection.js';
import { accountHeader } from './of-account.js';
import { withCodeOfRule } from './number-faults.js';
import { noResponse, problemOf } from './rest.js';
import { Problem, type FieldError } from './problem.js';
import type { ResponseSchema } from './response-schema.js';

/** Derives the types of a document from `schema.graphql`: `const QUEEN = graphql('query Queen($id: ID!) { … }')`. */
export const graphql = initGraphQLTada<{
  introspection: ResponseSchema;
  scalars: { DateTime: string; PartialDate: string; JSON: unknown };
}>();
export { maskFragments, readFragment } from 'gql.tada';
export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';

interface ResponseBody<Result> {
  data?: Result | null;
  errors?: { message: string; extensions?: { code?: string; errors?: FieldError[]; status?: number } }[];
}

/**
 * Sends a GraphQL document with the session. Rejects a response that contains an error, so that a page never shows
 * incomplete data.
 * @throws {Problem}
 */
export async function ask<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  ...[variables, signal]: Record<string, never> extends Variables
    ? [variables?: Variables, signal?: AbortSignal]
    : [variables: Variables, signal?: AbortSignal]
): Promise<Result> {
  const response = await fetch('/graphql', {
    method: 'POST',
    signal,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...accountHeader() },
    body: JSON.stringify({ query: print(document), variables }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : noResponse();
  });
  noteResponse(response);
  const content = (await response.json().catch(() => ({}))) as ResponseBody<Result>;
  const failures = content.errors ?? [];
  const [first] = failures;
  if (!first && content.data) return content.data;
  const retryAfter = response.headers.get('Retry-After');
  if (!first) throw problemOf(response.status, retryAfter, content as Record<string, unknown>);
  const errors = failures.flatMap(({ extensions }) => extensions?.errors ?? []).map(withCodeOfRule);
  throw new Problem({
    status: response.status,
    code: first.extensions?.code ?? '',
    message: first.message,
    errors,
    retryAfter: Number(retryAfter) || 0,
  });
}

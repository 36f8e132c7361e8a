import { print } from '@0no-co/graphql.web';
import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada';
import { noteAnswer } from './answering.js';
import { ofAccount } from './of-account.js';
import { withCodeOfRule } from './number-faults.js';
import { noAnswer, problemOf } from './rest.js';
import { Problem, type FieldError } from './problem.js';
import type { AnsweredSchema } from './answered-schema.js';

/** Derives the types of a document from `schema.graphql`: `const QUEEN = graphql('query Queen($id: ID!) { … }')`. */
export const graphql = initGraphQLTada<{
  introspection: AnsweredSchema;
  scalars: { DateTime: string; PartialDate: string; JSON: unknown };
}>();
export { maskFragments, readFragment } from 'gql.tada';
export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';

interface Answer<Result> {
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
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...ofAccount() },
    body: JSON.stringify({ query: print(document), variables }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : noAnswer();
  });
  noteAnswer(response);
  const answer = (await response.json().catch(() => ({}))) as Answer<Result>;
  const failures = answer.errors ?? [];
  const [first] = failures;
  if (!first && answer.data) return answer.data;
  const retryAfter = response.headers.get('Retry-After');
  if (!first) throw problemOf(response.status, retryAfter, answer as Record<string, unknown>);
  const errors = failures.flatMap(({ extensions }) => extensions?.errors ?? []).map(withCodeOfRule);
  throw new Problem({
    status: response.status,
    code: first.extensions?.code ?? '',
    message: first.message,
    errors,
    retryAfter: Number(retryAfter) || 0,
  });
}

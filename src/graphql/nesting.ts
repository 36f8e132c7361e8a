import { Lexer, Source, TokenKind } from 'graphql';
import { LRUCache } from 'lru-cache';
import { invalid } from '../core/errors.js';
import { LIMITS } from './limits.js';

const OPENING_BRACKETS: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING_BRACKETS: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Rejects documents with deeply nested brackets before the recursive parser runs.
 * @param query the query of the request. A value that is not text is rejected later.
 */
export function rejectDeepNesting(query: unknown): void {
  if (typeof query !== 'string' || acceptedQueries.get(query)) return;
  if (isTooDeep(query)) {
    throw invalid([{ path: 'query', message: `must not nest brackets deeper than ${LIMITS.nesting} levels` }]);
  }
  if (query.length <= MAX_CACHED_LENGTH) acceptedQueries.set(query, true);
}

/** Queries that were accepted. They are cached, because clients repeat queries. */
const acceptedQueries = new LRUCache<string, true>({ max: 200 });
const MAX_CACHED_LENGTH = 20_000;

function isTooDeep(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  try {
    for (let tokens = 0; tokens <= LIMITS.tokens; tokens++) {
      const { kind } = lexer.advance();
      if (OPENING_BRACKETS.has(kind)) depth++;
      else if (CLOSING_BRACKETS.has(kind)) depth--;
      else if (kind === TokenKind.EOF) break;
      if (depth > LIMITS.nesting) return true;
    }
  } catch {
    // Syntax errors are ignored here, because the parser reports them later.
  }
  return false;
}

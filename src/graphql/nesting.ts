import { Lexer, Source, TokenKind } from 'graphql';
import { LRUCache } from 'lru-cache';
import { invalid } from '../core/errors.js';
import { LIMITS } from './limits.js';

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Refuses a document by the nesting of its brackets before the parser, which calls itself for each, looks at it.
 * @param query as it was sent; what is no text is not for here to judge
 * @throws {ServiceError} `validation_failed`
 */
export function refuseNesting(query: unknown): void {
  if (typeof query !== 'string' || passed.get(query)) return;
  if (isTooDeep(query)) {
    throw invalid([{ path: 'query', message: `nests brackets deeper than ${LIMITS.nesting}; it is not read` }]);
  }
  if (query.length <= LONGEST_PASSED) passed.set(query, true);
}

/** Texts that programs send again and again. */
const passed = new LRUCache<string, true>({ max: 200 });
const LONGEST_PASSED = 20_000;

function isTooDeep(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  try {
    for (let tokens = 0; tokens <= LIMITS.tokens; tokens++) {
      const { kind } = lexer.advance();
      if (OPENING.has(kind)) depth++;
      else if (CLOSING.has(kind)) depth--;
      else if (kind === TokenKind.EOF) break;
      if (depth > LIMITS.nesting) return true;
    }
  } catch {
    // What is no GraphQL, the parser says where.
  }
  return false;
}

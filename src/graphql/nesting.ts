import { Lexer, Source, TokenKind } from 'graphql';
import { invalid } from '../core/errors.js';
import { LIMITS } from './limits.js';

const OPENING_BRACKETS: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING_BRACKETS: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Rejects documents with deeply nested brackets before the recursive parser runs.
 * @param query the query of the request. A value that is not text is rejected later.
 */
export function rejectDeepNesting(query: unknown): void {
  if (typeof query !== 'string' || !isTooDeep(query)) return;
  throw invalid([{ path: 'query', message: `must not nest brackets deeper than ${LIMITS.nesting} levels` }]);
}

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

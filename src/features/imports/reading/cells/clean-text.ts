import { composed } from '../../../../validation/texts.js';

/** `="0012"`, a formula that preserves the zeros of a number. */
const QUOTED_FORMULA = /^=\s*"([^"]*)"$/;
/** Format characters such as a zero-width space, and control characters other than white space. */
const INVISIBLE = /[\p{Cf}\0-\x08\x0e-\x1f\x7f-\x9f]/gu;

/**
 * Matches text of printable ASCII characters, which nearly all cells contain. Such text has no invisible characters and
 * no combining marks, so `cleanText` skips the steps that handle them.
 */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Returns the text of a cell without invisible characters and blanks at both ends. Of a formula `="0012"`, returns the
 * text between the quotes.
 */
export function cleanText(cell: string): string {
  const text = PLAIN.test(cell) ? cell.trim() : composed(cell.replace(INVISIBLE, ''));
  const formula = text.startsWith('=') ? QUOTED_FORMULA.exec(text)?.[1] : undefined;
  return formula?.trim() ?? text;
}

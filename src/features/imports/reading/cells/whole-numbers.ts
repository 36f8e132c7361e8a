const WHOLE = /^\d{1,20}$/;
const POINT_ZERO = /^(\d{1,20})[.,]0{1,6}$/;

/** Whether a cell is a whole number, a number with `.0`, or something else. */
export function kindOfNumber(text: string): 'whole' | 'point_zero' | 'other' {
  if (WHOLE.test(text)) return 'whole';
  return POINT_ZERO.test(text) ? 'point_zero' : 'other';
}

/**
 * Converts `7.0` to `7`. Programs write whole numbers like this if they store a column with empty cells as floating
 * point.
 */
export function withoutPointZero(text: string): string {
  return POINT_ZERO.exec(text)?.[1] ?? text;
}

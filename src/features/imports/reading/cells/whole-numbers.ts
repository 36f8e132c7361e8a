const WHOLE = /^\d{1,20}$/;
const POINT_ZERO = /^(\d{1,20})[.,]0{1,6}$/;

/** Whether a cell is a whole number, one with `.0` behind it, or something else. */
export function kindOfNumber(text: string): 'whole' | 'point_zero' | 'other' {
  if (WHOLE.test(text)) return 'whole';
  return POINT_ZERO.test(text) ? 'point_zero' : 'other';
}

/** `7.0` is 7: programs that keep a column of whole numbers as floating point write them so where a cell is empty. */
export function withoutPointZero(text: string): string {
  return POINT_ZERO.exec(text)?.[1] ?? text;
}

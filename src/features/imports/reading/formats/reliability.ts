import { decimal, Fault, mustBe } from '../values.js';

export interface Reliability {
  /**
   * The reliability as a fraction. It is read without regard to the other cells of the column: a number up to 1 without
   * a percent sign is a fraction.
   */
  reliability: number;
  /** The number of a cell without a percent sign. Such numbers show whether the whole column contains percentages. */
  bare?: number;
}

/** Parses a reliability r² such as `0,62`, `62` or `62 %`. */
export function reliability(text: string): Reliability | Fault {
  const percent = text.endsWith('%');
  const number = decimal(percent ? text.slice(0, -1).trim() : text);
  if (number instanceof Fault || number < 0 || number > 100) {
    return mustBe('a reliability from 0 to 1 or from 0 to 100 %', text, { kind: 'reliability' });
  }
  // Rounds, so that 62 % and 0.62 are the same number.
  const fraction = percent || number > 1 ? Math.round(number * 1e6) / 1e8 : number;
  return percent ? { reliability: fraction } : { reliability: fraction, bare: number };
}

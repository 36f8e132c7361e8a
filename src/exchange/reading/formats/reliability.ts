import { decimal, Fault, mustBe } from '../values.js';

/** A reliability r² as a fraction, from `0,62`, `62` or `62 %`. 1 is a fraction, unless it bears a percent sign. */
export function reliability(text: string): number | Fault {
  const percent = text.endsWith('%');
  const number = decimal(percent ? text.slice(0, -1).trim() : text);
  if (number instanceof Fault || number < 0 || number > 100) {
    return mustBe('a reliability from 0 to 1 or from 0 to 100 %', text);
  }
  // Rounded, so that 62 % and 0.62 are the same number.
  return percent || number > 1 ? Math.round(number * 1e6) / 1e8 : number;
}

const EXPONENTIAL = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/**
 * A number in its shortest decimal form without an exponent, which some programs cannot read: `0.0000001`, not `1e-7`.
 */
export function plainNumber(number: number): string {
  const text = String(number);
  const [, sign = '', first, rest = '', exponent] = EXPONENTIAL.exec(text) ?? [];
  if (first === undefined) return text;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  // A number that is so large that it has an exponent has no digits after the point.
  return sign + (point > 0 ? digits.padEnd(point, '0') : `0.${digits.padStart(digits.length - point, '0')}`);
}

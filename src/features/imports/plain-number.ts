const EXPONENTIAL = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/**
 * Returns the shortest decimal form without an exponent: `0.0000001`, not `1e-7`. Some programs cannot read exponents.
 */
export function plainNumber(number: number): string {
  const text = String(number);
  const [, sign = '', first, rest = '', exponent] = EXPONENTIAL.exec(text) ?? [];
  if (first === undefined) return text;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  // A number that is large enough for an exponent has no digits after the point.
  return sign + (point > 0 ? digits.padEnd(point, '0') : `0.${digits.padStart(digits.length - point, '0')}`);
}

import { normalize } from '../../validation/normalize.js';

/**
 * How a name sorts and is searched: without case and accents, so that Änne stands beside Anne on every database.
 * German ß counts as ss, as in DIN 5007.
 */
export function nameKey(name: string): string {
  return normalize(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o');
}

/**
 * System of an identifier that is a name: what a queen was called in a record that was merged with another. Files may
 * still call her so.
 */
export const FORMER_NAME = 'name';

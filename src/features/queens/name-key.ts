import { normalize } from '../../validation/normalize.js';

/**
 * Sort and search key of a name: without case and accents, so that Änne sorts next to Anne on every database. German ß
 * counts as ss, as in DIN 5007.
 */
export function nameKey(name: string): string {
  return normalize(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o');
}

/** System of an identifier that is the former name of a merged queen, because files may still use it. */
export const FORMER_NAME = 'name';

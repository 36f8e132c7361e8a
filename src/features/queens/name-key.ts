import { normalize } from '../../validation/normalize.js';

/**
 * Sort and search key of a name. The key ignores case and accents, so that Änne sorts next to Anne on every database.
 * German ß is treated as ss (DIN 5007).
 */
export function nameKey(name: string): string {
  return normalize(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o');
}

/** The `system` of an identifier that is the former name of a merged queen. Files may still use this former name. */
export const FORMER_NAME = 'name';

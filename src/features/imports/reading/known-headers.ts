import { foldAbbreviated } from './abbreviations.js';
import { isTraitHeader } from './formats/trait-columns.js';
import { inspectedTrait, isHarvest } from './partial-headers.js';
import { STRONG, WEAK } from './known-words.js';

/**
 * Folded headers of BeeBreed's formats. `PART_OF_NUMBER` matches the headers of columns with a studbook number, or a
 * part of it.
 */
const BEEBREED = new Set(
  (
    'nst schlupf anpaartyp drohnen belegst stand plz honig1 honig2 gesamt sanft waben schwarm entwick winter ausraum ' +
    'ausraumh bomi1 bimi1 bomi bimi smr vsh pruefer bemerk lizenz jst datum honig rasse name'
  ).split(' '),
);
const PART_OF_NUMBER = /^(l|lv|z|nr|j)?[1-4][ab]$/;

/**
 * Whether a cell is a known or mapped header. A cell with a NUL character is not known, because UTF-16 that is decoded as
 * UTF-8 has a NUL next to each letter.
 */
export function isKnownHeader(cell: string, mapping: Readonly<Record<string, unknown>> | undefined): boolean {
  if (cell === '' || cell.length > 200 || cell.includes('\0')) return false;
  if (mapping && (Object.hasOwn(mapping, cell) || Object.hasOwn(mapping, cell.trim()))) return true;
  return (
    foldAbbreviated(cell).some(
      (word) =>
        STRONG.has(word) ||
        WEAK.has(word) ||
        BEEBREED.has(word) ||
        PART_OF_NUMBER.test(word) ||
        isHarvest(word) ||
        inspectedTrait(word) !== undefined,
    ) || isTraitHeader(cell)
  );
}

/** Counts the known or mapped headers in a row. */
export function countKnownHeaders(
  cells: readonly string[],
  mapping: Readonly<Record<string, unknown>> | undefined,
): number {
  return cells.reduce((count, cell) => count + (isKnownHeader(cell, mapping) ? 1 : 0), 0);
}

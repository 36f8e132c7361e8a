import { columnNamed } from '../columns.js';
import type { Columns } from '../columns.js';
import { cellOf } from '../plan.js';
import type { RowContext } from '../plan.js';
import type { PlanBuilder } from '../plan-builder.js';
import { identifierText, setRelative } from '../references.js';
import { Fault } from '../values.js';

/**
 * Position in the pedigree: 1a is the queen, 2a is her dam, 4a is the dam of the drone-producing queens of her mating.
 */
export type Position = '1a' | '2a' | '4a';

/** Columns with the parts of a studbook number: country, association, breeder, number and year. */
type NumberParts = readonly (number | undefined)[];

/** Returns the columns of a position, such as `L1A LV1A Z1A NR1A J1A` for 1a. */
function numberParts(columns: Columns, position: Position): NumberParts {
  return ['l', 'lv', 'z', 'nr', 'j'].map((part) => columnNamed(columns, part + position));
}

const PART = /^(l|lv|z|nr|j)[124]a$/;

/** Whether a column contains a part of a studbook number. */
export const isPartOfNumber = ({ folded, mapped }: Columns, column: number): boolean =>
  !mapped.has(column) && (folded[column] ?? []).some((header) => PART.test(header));

/** Whether the table contains the queen's studbook number in parts. */
export function hasNumberInParts(columns: Columns): boolean {
  const [, , breeder, number] = numberParts(columns, '1a');
  return breeder !== undefined && number !== undefined;
}

/**
 * Joins all parts except empty ones into a number such as `DE-44-1-3-2022`. Zeros at the beginning of a part are kept.
 * Returns '' if breeder and number are both empty or zero: a country alone identifies no queen, and BeeBreed writes
 * zeros for unknown queens.
 */
function joinNumber(row: RowContext, parts: NumberParts): string {
  const [country, association, breeder = '', number = '', year] = parts.map((column) => cellOf(row, column));
  if (isZero(breeder) && isZero(number)) return '';
  return [country, association, breeder, number, year].filter((part) => part !== '').join('-');
}

const isZero = (part: string): boolean => /^0*$/.test(part);

/** Reads the queen's own number. */
export function readNumber(plan: PlanBuilder, columns: Columns): void {
  const parts = numberParts(columns, '1a');
  plan.several(
    'external_id',
    parts,
    (row) => {
      const number = identifierText(joinNumber(row, parts));
      if (number instanceof Fault) row.fault(parts[3] ?? null, number);
      else if (number !== '') row.draft.external_id = number;
    },
    'part',
  );
}

/** Reads the number of the dam or of the mate. */
export function readRelative(
  plan: PlanBuilder,
  columns: Columns,
  position: '2a' | '4a',
  relative: 'mother' | 'mated_to',
): void {
  const parts = numberParts(columns, position);
  plan.several(
    relative,
    parts,
    (row) => {
      const number = joinNumber(row, parts);
      const wrong = number === '' ? undefined : setRelative(row.draft, relative, number, 'identifier');
      if (wrong) row.fault(parts[3] ?? null, wrong);
    },
    'part',
  );
}

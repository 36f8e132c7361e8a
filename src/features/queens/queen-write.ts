import type { QUEEN_RULES } from './queen.checks.js';
import type { Queen } from './queen.entity.js';

/** Fields of a queen in a request. In an update, absent fields keep their values and null clears a field. */
export type QueenFields = { [Field in keyof typeof QUEEN_RULES]?: unknown };

/** A queen that is written: her row before the write, the input, and her row after the write. */
export interface QueenWrite {
  /** Path of the input, ending with a dot. */
  path: string;
  before: Queen | null;
  fields: QueenFields;
  next: NextQueen;
}

export type NextQueen = Pick<
  Queen,
  'id' | 'generation' | 'name' | 'externalId' | 'dateOfBirth' | 'status' | 'motherId' | 'fatherId' | 'matedToId'
> &
  Record<string, unknown>;

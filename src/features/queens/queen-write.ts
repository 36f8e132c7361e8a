import type { QUEEN_RULES } from './queen.checks.js';
import type { Queen } from './queen.entity.js';

/** Fields of a queen in a request. In an update, absent fields keep their values and null clears a field. */
export type QueenFields = { [Field in keyof typeof QUEEN_RULES]?: unknown };

/** The write of one queen: her row before, the fields in the request, and her row after. */
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

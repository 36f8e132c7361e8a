import type { QUEEN_RULES } from './queen.checks.js';
import type { Queen } from './queen.entity.js';

/** A queen as a caller wants her: of a change only the members that change, null for what is to be forgotten. */
export type QueenFacts = { [Field in keyof typeof QUEEN_RULES]?: unknown };

/** A queen in hand: as she was, what is given, and as she will be. */
export interface QueenInHand {
  /** Of the input, with a point at its end. */
  path: string;
  before: Queen | null;
  given: QueenFacts;
  next: NextQueen;
}

export type NextQueen = Pick<
  Queen,
  'id' | 'generation' | 'name' | 'externalId' | 'dateOfBirth' | 'status' | 'motherId' | 'fatherId' | 'matedToId'
> &
  Record<string, unknown>;

import type { RowWrite } from '../writes/row-writes.js';
import type { QUEEN_RULES } from './queen.checks.js';
import type { Queen } from './queen.entity.js';

/** Fields of a queen in a request. In an update, absent fields keep their values and null clears a field. */
export type QueenFields = { [Field in keyof typeof QUEEN_RULES]?: unknown };

export type QueenWrite = RowWrite<Queen, QueenFields, NextQueen>;

export type NextQueen = Pick<
  Queen,
  'id' | 'generation' | 'name' | 'externalId' | 'dateOfBirth' | 'status' | 'motherId' | 'fatherId' | 'matedToId'
> &
  Record<string, unknown>;

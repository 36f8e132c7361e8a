import { decodeCursor, encodeCursor, type Place } from '../../graphql/cursor.js';
import { invalid } from '../../errors.js';
import { asId } from '../../graphql/ids.js';
import { areWeights, TRAIT_WORDS, type Weights } from '../selection-index/weights.js';
import type { RankingOrder } from './ranking-page.js';

/** Where a walk through a ranking stands, with all that must not change on the way. */
export interface RankingPlace {
  runId: string;
  weights: Weights;
  key: number;
  queenId: string;
}

const nameOf = ({ by, descending }: RankingOrder) => `ranking:${descending ? '-' : ''}${by}`;

export function toCursor(order: RankingOrder, { runId, weights, key, queenId }: RankingPlace): string {
  return encodeCursor(nameOf(order), [runId, ...TRAIT_WORDS.map((word) => weights[word]), key, queenId]);
}

/** @throws {ServiceError} `validation_failed` for what is no cursor of a ranking in this order */
export function fromCursor(order: RankingOrder, cursor: string): RankingPlace {
  const place: Place = decodeCursor(nameOf(order), cursor, TRAIT_WORDS.length + 3);
  const [runId, ...rest] = place;
  const queenId = rest.pop();
  const ids = [runId, queenId].map((value) => (typeof value === 'string' ? asId(value) : null));
  const key = rest.pop();
  const weights = Object.fromEntries(TRAIT_WORDS.map((word, index) => [word, rest[index]]));
  if (typeof key !== 'number' || ids.includes(null) || !areWeights(weights)) {
    throw invalid([{ path: 'after', message: 'must be a cursor from an earlier answer' }]);
  }
  return { runId: ids[0]!, weights, key, queenId: ids[1]! };
}

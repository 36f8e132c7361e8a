import { decodeCursor, encodeCursor, invalidCursor, type MemberType } from '../../../graphql/cursor.js';
import { TRAIT_NAMES } from '../../../core/traits.js';
import { areWeights, type Weights } from '../selection-index/weights.js';
import type { RankingOrder } from './ranking-page.js';

/** Position in a ranking, with the run and the weights that all pages of the list use. */
export interface RankingPosition {
  runId: string;
  weights: Weights;
  key: number;
  queenId: string;
}

const nameOf = (list: string, { by, descending }: RankingOrder) => `${list}:${descending ? '-' : ''}${by}`;

/** @param list name of the list to which the cursor belongs */
export function toCursor(
  order: RankingOrder,
  { runId, weights, key, queenId }: RankingPosition,
  list = 'ranking',
): string {
  return encodeCursor(nameOf(list, order), [runId, ...TRAIT_NAMES.map((word) => weights[word]), key, queenId]);
}

const MEMBERS: readonly MemberType[] = [
  { type: 'uuid' },
  ...TRAIT_NAMES.map(() => ({ type: 'double' }) as const),
  { type: 'double' },
  { type: 'uuid' },
];

/** @throws {ServiceError} `validation_failed` if the cursor does not belong to a ranking in this order */
export function fromCursor(order: RankingOrder, cursor: string, list = 'ranking'): RankingPosition {
  const place = decodeCursor(nameOf(list, order), cursor, MEMBERS);
  const weights = Object.fromEntries(TRAIT_NAMES.map((word, index) => [word, place[index + 1]]));
  if (!areWeights(weights)) throw invalidCursor();
  const [key, queenId] = place.slice(-2) as [number, string];
  return { runId: place[0] as string, weights, key, queenId };
}

import { invalid } from '../errors.js';

/** The place of a row in an order: the values it is sorted by, its id last. */
export type Place = (string | number | null)[];

/** Opaque to clients. The order's name is part of it, so that a cursor is not taken for one of another order. */
export function encodeCursor(order: string, place: Place): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url');
}

/** @throws {ServiceError} `validation_failed` where the text is no cursor of this order */
export function decodeCursor(order: string, cursor: string, length: number): Place {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parsed = null;
  }
  const sound =
    Array.isArray(parsed) &&
    parsed.length === length + 1 &&
    parsed.every((value) => value === null || typeof value === 'string' || Number.isFinite(value));
  if (!sound) throw invalid([{ path: 'after', message: 'must be a cursor from an earlier answer' }]);
  const [name, ...place] = parsed as Place;
  if (name !== order) {
    throw invalid([{ path: 'after', message: 'must be a cursor from a list in the same order' }]);
  }
  return place;
}

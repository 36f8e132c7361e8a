import { invalid } from '../core/errors.js';
import { isUuid } from '../validation/uuid.js';

/** The place of a row in an order: the values it is sorted by, its id last. */
export type Place = (string | number | null)[];

/** What a member of a cursor is compared with: the type of a column. */
export interface MemberType {
  type: keyof typeof IS_OF_TYPE;
  nullable?: boolean;
}

const isWhole = (value: unknown, limit: number) => Number.isInteger(value) && Math.abs(value as number) < limit;

/** Whether the database takes it for a value of the type. */
const IS_OF_TYPE = {
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  uuid: (value: unknown) => typeof value === 'string' && isUuid(value),
  instant: (value: unknown) => typeof value === 'string' && isInstant(value),
  smallint: (value: unknown) => isWhole(value, 2 ** 15),
  integer: (value: unknown) => isWhole(value, 2 ** 31),
  bigint: (value: unknown) => Number.isSafeInteger(value),
  double: (value: unknown) => Number.isFinite(value),
};

/** Just as cursors have it; the database has no year 0. */
function isInstant(value: string): boolean {
  if (!/^(?!0000)\d{4}-/.test(value)) return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}

/** Opaque to clients. The order's name is part of it, so that a cursor is not taken for one of another order. */
export function encodeCursor(order: string, place: Place): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url');
}

/**
 * The place that a cursor names, each member of its type.
 * @throws {ServiceError} `validation_failed` for a cursor of another order, or one that was tampered with
 */
export function decodeCursor(order: string, cursor: string, members: readonly MemberType[]): Place {
  const parsed = parse(cursor);
  if (parsed?.length !== members.length + 1 || typeof parsed[0] !== 'string') throw noCursor();
  const [name, ...place] = parsed;
  if (name !== order) throw invalid([{ path: 'after', message: 'must be a cursor from a list in the same order' }]);
  const isSound = members.every(({ type, nullable }, index) => {
    const value = place[index];
    return value === null ? nullable === true : IS_OF_TYPE[type](value);
  });
  if (!isSound) throw noCursor();
  return place as Place;
}

export const noCursor = () => invalid([{ path: 'after', message: 'must be a cursor from an earlier answer' }]);

function parse(cursor: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

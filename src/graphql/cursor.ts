import { invalid } from '../core/errors.js';
import { isUuid } from '../validation/uuid.js';

/** The values of a row's sort keys, ending with its id. */
export type CursorValues = (string | number | null)[];

/** The type of the column with which a cursor value is compared. */
export interface MemberType {
  type: keyof typeof TYPE_CHECKS;
  nullable?: boolean;
}

const isInteger = (value: unknown, limit: number) => Number.isInteger(value) && Math.abs(value as number) < limit;

/** Whether the database accepts a value for a column type. */
const TYPE_CHECKS = {
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  uuid: (value: unknown) => typeof value === 'string' && isUuid(value),
  instant: (value: unknown) => typeof value === 'string' && isInstant(value),
  smallint: (value: unknown) => isInteger(value, 2 ** 15),
  integer: (value: unknown) => isInteger(value, 2 ** 31),
  bigint: (value: unknown) => Number.isSafeInteger(value),
  double: (value: unknown) => Number.isFinite(value),
};

/** Checks the exact format that cursors use. PostgreSQL has no year 0. */
function isInstant(value: string): boolean {
  if (!/^(?!0000)\d{4}-/.test(value)) return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}

/**
 * Encodes a cursor, which is opaque to clients. The cursor contains the order, so that a list with another order
 * rejects it.
 */
export function encodeCursor(order: string, place: CursorValues): string {
  return Buffer.from(JSON.stringify([order, ...place])).toString('base64url');
}

/**
 * Decodes a cursor and checks the type of each value.
 * @throws {ServiceError} `validation_failed` if the cursor is from a list with another order, or forged
 */
export function decodeCursor(order: string, cursor: string, members: readonly MemberType[]): CursorValues {
  const parsed = parseCursor(cursor);
  if (parsed?.length !== members.length + 1 || typeof parsed[0] !== 'string') throw invalidCursor();
  const [name, ...place] = parsed;
  if (name !== order) throw invalid([{ path: 'after', message: 'must be a cursor from a list in the same order' }]);
  const isValid = members.every(({ type, nullable }, index) => {
    const value = place[index];
    return value === null ? nullable === true : TYPE_CHECKS[type](value);
  });
  if (!isValid) throw invalidCursor();
  return place as CursorValues;
}

export const invalidCursor = () => invalid([{ path: 'after', message: 'must be a cursor from an earlier response' }]);

/** Parses only the outer format of a cursor. Returns null if the format is wrong. */
export function parseCursor(cursor: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

import { isUuid } from '../validation/uuid.js';

/** An id that no row has. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The id in the database's notation; null if it is malformed. */
export function parseId(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null;
}

/**
 * The id for use in a condition. A malformed id becomes `NIL_UUID`, so that the statement finds no row instead of
 * failing.
 */
export function idOrNil(text: string): string {
  return parseId(text) ?? NIL_UUID;
}

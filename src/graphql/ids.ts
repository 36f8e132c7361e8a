import { isUuid } from '../validation/uuid.js';

/** No row has it. */
export const NIL = '00000000-0000-0000-0000-000000000000';

/** An id as the database writes it; null for what cannot be the id of any row. */
export function parseId(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null;
}

/** For conditions: an id that no row has in place of what cannot be one, so that it is not found, not an error. */
export function idOrNil(text: string): string {
  return parseId(text) ?? NIL;
}

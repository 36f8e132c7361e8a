import { invalid } from '../../core/errors.js';
import { decodeCursor, encodeCursor, invalidCursor, type MemberType } from '../../graphql/cursor.js';
import { ChangeKind } from './changes.enums.js';

/** A place in the feed: just behind a change. */
export interface Place {
  revision: number;
  /** Empty: before every kind of the revision. */
  kind: string;
  id: string;
}

const ORDER = 'changes';
const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The kinds that were followed up to the place are part of it. */
export function encodePlace({ revision, kind, id }: Place, kinds: readonly ChangeKind[]): string {
  return encodeCursor(ORDER, [kinds.join(), revision, kind, id]);
}

const MEMBERS: readonly MemberType[] = [{ type: 'text' }, { type: 'bigint' }, { type: 'text' }, { type: 'uuid' }];

/** @throws {ServiceError} `validation_failed` where some of these kinds were not followed up to the place */
export function decodePlace(cursor: string, kinds: readonly ChangeKind[]): Place {
  const place = decodeCursor(ORDER, cursor, MEMBERS) as [string, number, string, string];
  const [followed, revision, kind, id] = place;
  if (kind !== '' && !Object.values<string>(ChangeKind).includes(kind)) throw invalidCursor();
  const names = followed.split(',');
  const missing = kinds.filter((each) => !names.includes(each));
  if (missing.length > 0) {
    const message = `must be a cursor from an answer with the same kinds; for ${missing.join(' and ')} begin anew, without a cursor`;
    throw invalid([{ path: 'after', message }]);
  }
  return { revision, kind, id };
}

/** Where to begin: behind the cursor's change, and not before the instant. */
export function startOf(after: Place | null, since: Date | null): Place {
  const known = Math.min(Math.max((since?.getTime() ?? 0) * 1000, 0), Number.MAX_SAFE_INTEGER);
  return after && after.revision >= known ? after : { revision: known, kind: '', id: LEAST_ID };
}

/** The revision and the id behind which, within one kind, everything is behind the place. */
export function startWithin(kind: ChangeKind, place: Place): [number, string] {
  if (kind === place.kind) return [place.revision, place.id];
  return kind < place.kind ? [place.revision, GREATEST_ID] : [place.revision - 1, GREATEST_ID];
}

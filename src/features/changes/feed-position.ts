import { invalid } from '../../core/errors.js';
import { decodeCursor, encodeCursor, invalidCursor, type MemberType } from '../../graphql/cursor.js';
import { NIL_UUID } from '../../graphql/ids.js';
import { ChangeKind } from './changes.enums.js';

/** A position in the feed: directly after a change, or at the start of a revision (the changes of one transaction). */
export interface FeedPosition {
  revision: number;
  /** Kind of the change; empty at the start of the revision. */
  kind: string;
  id: string;
}

const ORDER = 'changes';
const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Encodes a position as a cursor. The cursor also contains the kinds of rows that the client reads. */
export function encodePosition({ revision, kind, id }: FeedPosition, kinds: readonly ChangeKind[]): string {
  return encodeCursor(ORDER, [kinds.join(), revision, kind, id]);
}

const MEMBERS: readonly MemberType[] = [{ type: 'text' }, { type: 'bigint' }, { type: 'text' }, { type: 'uuid' }];

/** @throws {ServiceError} `validation_failed` if the cursor does not contain all of these kinds */
export function decodePosition(cursor: string, kinds: readonly ChangeKind[]): FeedPosition {
  const members = decodeCursor(ORDER, cursor, MEMBERS) as [string, number, string, string];
  const [kindList, revision, kind, id] = members;
  if (kind !== '' && !Object.values<string>(ChangeKind).includes(kind)) throw invalidCursor();
  const names = kindList.split(',');
  const missing = kinds.filter((each) => !names.includes(each));
  if (missing.length > 0) {
    const message = `must be a cursor from a response with the same kinds; start again without a cursor to include ${missing.join(' and ')}`;
    throw invalid([{ path: 'after', message }]);
  }
  return { revision, kind, id };
}

/** Returns the later of two positions: the cursor `after` and the time `since`. */
export function startPosition(after: FeedPosition | null, since: Date | null): FeedPosition {
  const firstRevision = Math.min(Math.max((since?.getTime() ?? 0) * 1000, 0), Number.MAX_SAFE_INTEGER);
  return after && after.revision >= firstRevision ? after : { revision: firstRevision, kind: '', id: NIL_UUID };
}

/** Returns the revision and the id after which the changes of one kind start. */
export function startWithinKind(kind: ChangeKind, position: FeedPosition): [number, string] {
  if (kind === position.kind) return [position.revision, position.id];
  return kind < position.kind ? [position.revision, MAX_ID] : [position.revision - 1, MAX_ID];
}

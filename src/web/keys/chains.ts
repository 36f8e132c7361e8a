import type { Key } from './queries.js';

/** A key and the keys that it replaced by rotations, newest first. */
export interface KeyChain {
  newest: Key;
  older: readonly Key[];
}

/** Returns the predecessors of a key in its chain of rotations, newest first. */
export function predecessorsOf({ predecessorId }: Key, keys: readonly Key[]): Key[] {
  const key = keys.find(({ id }) => id === predecessorId);
  return key ? [key, ...predecessorsOf(key, keys)] : [];
}

/** Groups keys into chains, in the order of the newest key of each chain. */
export function chainsOf(keys: readonly Key[]): KeyChain[] {
  const replaced = new Set(keys.map(({ predecessorId }) => predecessorId));
  return keys.filter(({ id }) => !replaced.has(id)).map((newest) => ({ newest, older: predecessorsOf(newest, keys) }));
}

export const isRevoked = ({ status }: Key): boolean => status === 'revoked';

/** Whether the key was replaced by a rotation and still works. */
export const isReplaced = ({ status, revokedAt }: Key): boolean => status === 'enabled' && revokedAt !== null;

/** Whether the key is enabled, or can be enabled again. */
export const isUsable = ({ status }: Key): boolean => status === 'enabled' || status === 'disabled';

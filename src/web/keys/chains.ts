import type { Key } from './queries.js';

/** A key and the keys that it replaced by rotations, the newest first. */
export interface KeyChain {
  newest: Key;
  older: readonly Key[];
}

/** The keys that a key replaced by rotations, the newest first. */
export function predecessorsOf({ predecessorId }: Key, keys: readonly Key[]): Key[] {
  const key = keys.find(({ id }) => id === predecessorId);
  return key ? [key, ...predecessorsOf(key, keys)] : [];
}

/** All keys as chains, in the order of their newest keys. */
export function chainsOf(keys: readonly Key[]): KeyChain[] {
  const replaced = new Set(keys.map(({ predecessorId }) => predecessorId));
  return keys.filter(({ id }) => !replaced.has(id)).map((newest) => ({ newest, older: predecessorsOf(newest, keys) }));
}

export const isRevoked = ({ status }: Key): boolean => status === 'revoked';

/** Whether programs can still use the key, although a rotation has replaced it. */
export const isReplaced = ({ status, revokedAt }: Key): boolean => status === 'enabled' && revokedAt !== null;

/** Whether the key can be used, or can be switched on again. */
export const isUsable = ({ status }: Key): boolean => status === 'enabled' || status === 'disabled';

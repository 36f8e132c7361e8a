import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'qb_live_';
const RAW_KEY = /^qb_live_[0-9a-f]{64}$/;

/** A new key. The raw key is shown only once. The hash and the masked form are stored. */
export interface GeneratedKey {
  raw: string;
  hash: string;
  /** The first 8 and last 4 digits, which distinguish keys for the user, but do not help an attacker. */
  masked: string;
}

export function generateKey(): GeneratedKey {
  const digits = randomBytes(32).toString('hex');
  const raw = PREFIX + digits;
  return { raw, hash: hashOf(raw), masked: `${PREFIX}${digits.slice(0, 8)}…${digits.slice(-4)}` };
}

/** Whether a text has the format of a key. A text with another format needs no look-up. */
export function isRawKey(text: string): boolean {
  return RAW_KEY.test(text);
}

/**
 * The hash of a key. A hash without a salt is sufficient: 256 random bits cannot be guessed, and comparing hashes leaks
 * nothing about other keys.
 */
export function hashOf(raw: string): string {
  return hash('sha256', raw);
}

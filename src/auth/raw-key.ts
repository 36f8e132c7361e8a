import { hash, randomBytes } from 'node:crypto';

const PREFIX = 'qb_live_';
const RAW_KEY = /^qb_live_[0-9a-f]{64}$/;

/** A key as it is given out, once, and what is kept of it. */
export interface GeneratedKey {
  raw: string;
  hash: string;
  /** The first 8 and the last 4 digits: enough to tell keys apart, of no use to a guesser. */
  masked: string;
}

export function generateKey(): GeneratedKey {
  const digits = randomBytes(32).toString('hex');
  const raw = PREFIX + digits;
  return { raw, hash: hashOf(raw), masked: `${PREFIX}${digits.slice(0, 8)}…${digits.slice(-4)}` };
}

/** Whether a text has the form of a key; no other can be one, so the database need not be asked. */
export function isRawKey(text: string): boolean {
  return RAW_KEY.test(text);
}

/** A key has 256 random bits: a plain hash cannot be turned back, and looking it up tells nothing about other keys. */
export function hashOf(raw: string): string {
  return hash('sha256', raw);
}

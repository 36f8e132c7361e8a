import { Algorithm, hash, verify } from '@node-rs/argon2';
import { normalize } from '../../validation/normalize.js';

/** Argon2id parameters of the OWASP Password Storage Cheat Sheet: 19 MiB of memory, two passes, one lane. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Normalizes a password, because two keyboards can send the same text as different code points (NIST SP 800-63B,
 * 5.1.1.2).
 */
const normalized = (password: string) => normalize(password, 'NFKC');

/** @returns Argon2id hash in PHC format, with its own salt */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), COST);
}

let dummyHash: Promise<string> | undefined;

/**
 * Verifies a password. If there is no stored hash, the function does the same work and returns false, so that the
 * response time does not reveal whether the account exists.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await (dummyHash ??= hashPassword(''))), normalized(password));
  return right && passwordHash != null;
}

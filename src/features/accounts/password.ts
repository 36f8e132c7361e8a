import { Algorithm, hash, verify } from '@node-rs/argon2';
import { normalize } from '../../validation/normalize.js';

/** OWASP's Password Storage Cheat Sheet for Argon2id: 19 MiB of memory, two passes, one lane. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same password typed on two keyboards may come as different code points (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string) => normalize(password, 'NFKC');

/** @returns Argon2id in PHC form, with a salt of its own */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), COST);
}

let nobody: Promise<string> | undefined;

/** Whether the password is right. Without a hash the answer is no, after the same work: the time tells nothing. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await (nobody ??= hashPassword(''))), normalized(password));
  return right && passwordHash != null;
}

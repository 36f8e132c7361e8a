import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Asked } from '../graphql/asked.js';
import { Sightings } from '../sightings.js';

/** What is kept of an answer: its tag from the first time on, its text from the second, when it seems worth the room. */
interface Kept {
  readonly tag?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log, what was asked for. */
  readonly asked?: Asked;
}

const MOST = 20_000;
/** Characters, in all and of one answer. */
const ROOM = 32 * 1024 * 1024;
const LARGEST = 512 * 1024;

/** Answers by what they are made from; what nobody asks for falls out. */
const kept = new LRUCache<string, Kept>({ max: MOST, maxSize: ROOM, sizeCalculation: ({ text }) => text?.length || 1 });

/** Characters of a name that is kept as it is: of few, a hash takes longer than the rest of the look-up. */
const SHORT = 600;

/**
 * A name for what an answer is made from: the question, who asks, and how far the account's data have come (migration 5).
 * An answer that is made of the account's data alone is the same wherever the name is.
 */
export function sourceOf(...parts: readonly unknown[]): string {
  const name = JSON.stringify(parts);
  return name.length <= SHORT ? name : hash('sha256', name, 'base64url');
}

/** What this process knows of the answer that is made from it. */
export const recall = (source: string): Kept | undefined => kept.get(source);

const sightings = new Sightings();

/** Keeps an answer for whoever asks the same before anything changes. */
export function remember(source: string, answer: Kept & { readonly text: string }): void {
  const again = sightings.note(crc32(source)) > 0 && answer.text.length <= LARGEST;
  if (again) kept.set(source, answer);
  else if (answer.tag !== undefined) kept.set(source, { tag: answer.tag });
}

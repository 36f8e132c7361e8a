import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Permissions } from '../access/permissions.js';
import type { Asked } from '../graphql/asked.js';
import { Sightings } from '../sightings.js';

/**
 * What an answer is made from: the question, who asks, and how far the account's data have come (migration 5). An answer
 * that is made of the account's data alone is the same wherever its source is.
 */
export interface Source {
  readonly name: string;
  /** Of the name, by which it is looked up: to take the whole of it takes longer than the rest. */
  readonly print: number;
}

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

/** Answers by the prints of what they are made from; what nobody asks for falls out. */
const kept = new LRUCache<number, Kept & { readonly name: string }>({
  max: MOST,
  maxSize: ROOM,
  sizeCalculation: ({ name, text = '' }) => name.length + text.length,
});
const sightings = new Sightings();

/** @param question all that the answer goes by, besides who asks; no part but the last has a line break in it */
export function sourceOf(
  { accountId, permissions, revision }: { accountId: string; permissions: Permissions; revision: number },
  ...question: readonly string[]
): Source {
  const name = `${accountId} ${revision} ${nameOf(permissions)}\n${question.join('\n')}`;
  return { name, print: crc32(name) | 0 };
}

const names = new WeakMap<Permissions, string>();

function nameOf(permissions: Permissions): string {
  let name = names.get(permissions);
  if (name === undefined) names.set(permissions, (name = JSON.stringify(permissions)));
  return name;
}

/** What this process knows of the answer that is made from it. */
export function recall({ name, print }: Source): Kept | undefined {
  const known = kept.get(print);
  return known?.name === name ? known : undefined;
}

/** Keeps an answer for whoever asks the same before anything changes. */
export function remember({ name, print }: Source, answer: Kept & { readonly text: string }): void {
  const again = sightings.note(print) > 0 && name.length + answer.text.length <= LARGEST;
  if (again) kept.set(print, { ...answer, name });
  else if (answer.tag !== undefined) kept.set(print, { tag: answer.tag, name });
}

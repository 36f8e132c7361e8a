import { createHash } from 'node:crypto';
import type { Asked } from '../graphql/asked.js';
import { BUILD } from '../version.js';

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

const kept = new Map<string, Kept>();
let used = 0;

/**
 * A name for what an answer is made from: the question, who asks, how far the account's data have come (migration 5)
 * and the program. An answer that is made of the account's data alone is the same wherever the name is.
 */
export const sourceOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([BUILD, ...parts]))
    .digest('base64url')
    .slice(0, 22);

/** What this process knows of the answer that is made from it. */
export function recall(source: string): Kept | undefined {
  const found = kept.get(source);
  if (found) {
    // Those asked for longest ago come first.
    kept.delete(source);
    kept.set(source, found);
  }
  return found;
}

/** Keeps an answer for whoever asks the same before anything changes; what nobody asks for falls out. */
export function remember(source: string, answer: Kept & { readonly text: string }): void {
  const again = kept.has(source) && answer.text.length <= LARGEST;
  forget(source);
  kept.set(source, again ? answer : { tag: answer.tag });
  if (again) used += answer.text.length;
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST && used <= ROOM) break;
    forget(oldest);
  }
}

function forget(source: string): void {
  used -= kept.get(source)?.text?.length ?? 0;
  kept.delete(source);
}

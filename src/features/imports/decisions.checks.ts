import type { Fault } from '../../core/errors.js';
import { isStorableText, UNSTORABLE_TEXT } from '../../core/storable-text.js';
import { isObject } from '../../core/objects.js';

/**
 * Answers to the question whether rows with the same identifier describe the same queen. The question also concerns a
 * queen of the account who has this identifier.
 */
export const ANSWERS = ['same', 'another'] as const;
export type Answer = (typeof ANSWERS)[number];

/**
 * The breeder's decisions: `each` contains the decisions about single identifiers; `all` applies to all other
 * identifiers.
 */
export interface Decisions {
  all?: Answer;
  each: Readonly<Record<string, Answer>>;
}

/** Keys that mean all other identifiers. */
const ALL = ['*', 'all'];

const isAnswer = (value: unknown): value is Answer => (ANSWERS as readonly unknown[]).includes(value);

/** Reads `same`, `another`, or a JSON object that maps identifiers to `same` or `another`. */
export function readDecisions(text: string | undefined, faults: Fault[]): Decisions {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return { each: {} };
  if (isAnswer(trimmed)) return { all: trimmed, each: {} };
  try {
    const read: unknown = JSON.parse(trimmed);
    if (isAnswer(read)) return { all: read, each: {} };
    if (isObject(read) && Object.values(read).every(isAnswer)) {
      const entries = Object.entries(read as Record<string, Answer>);
      // The database stores all identifiers in decisions, even identifiers that the file does not contain.
      if (!entries.every(([identifier]) => isStorableText(identifier))) {
        faults.push({ path: 'decisions', message: UNSTORABLE_TEXT, code: 'unstorable_characters' });
        return { each: {} };
      }
      const [, all] = entries.find(([identifier]) => ALL.includes(identifier)) ?? [];
      return { all, each: Object.fromEntries(entries.filter(([identifier]) => !ALL.includes(identifier))) };
    }
  } catch {
    // Reported below.
  }
  faults.push({
    path: 'decisions',
    message: 'must be "same" or "another", or a JSON object: identifier → "same" or "another", "*" for all others',
  });
  return { each: {} };
}

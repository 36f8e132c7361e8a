import type { Fault } from '../../core/errors.js';

/** Whether rows with the same identifier, also in the account, describe one queen or several. */
export const ANSWERS = ['same', 'another'] as const;
export type Answer = (typeof ANSWERS)[number];

/** The breeder's decisions about single identifiers, and about all others. */
export interface Decisions {
  all?: Answer;
  each: Readonly<Record<string, Answer>>;
}

/** Words that stand for all other identifiers. */
const ALL = ['*', 'all'];

const isAnswer = (value: unknown): value is Answer => (ANSWERS as readonly unknown[]).includes(value);

/** Reads `same`, `another`, or a JSON object of identifiers with an answer each. */
export function readDecisions(text: string | undefined, faults: Fault[]): Decisions {
  const given = text?.trim() ?? '';
  if (given === '') return { each: {} };
  if (isAnswer(given)) return { all: given, each: {} };
  try {
    const read: unknown = JSON.parse(given);
    if (isAnswer(read)) return { all: read, each: {} };
    if (typeof read === 'object' && read !== null && !Array.isArray(read) && Object.values(read).every(isAnswer)) {
      const entries = Object.entries(read as Record<string, Answer>);
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

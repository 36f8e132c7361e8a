import { ask } from '../data/graphql.js';
import { asProblem, Problem } from '../data/problem.js';
import { CREATE, evaluationNow, findEvaluation, readEvaluation, UPDATE } from './evaluation-data.js';
import type { Colony, Evaluation } from './evaluation-data.js';
import { merge, type Entries, type EntryField } from './entries.js';

/** Someone recorded other values meanwhile, which are included. */
export class Changed extends Problem {
  readonly theirs: Evaluation | null;
  readonly fields: readonly EntryField[];

  constructor(theirs: Evaluation | null, fields: readonly EntryField[]) {
    super({ status: 409, code: 'changed', message: 'This evaluation was changed meanwhile.' });
    this.theirs = theirs;
    this.fields = fields;
  }
}

interface Entered {
  colony: Colony;
  entries: Entries;
  /** The stored values when entering began. */
  base: Evaluation | null;
  signal?: AbortSignal;
}

/**
 * Writes the input, unless it is already stored; repeating it has no effect.
 * @throws {Changed} if the same fields were changed meanwhile, or the record was deleted
 * @throws {Problem}
 */
export async function saveEvaluation(entered: Entered): Promise<Evaluation> {
  try {
    return await saveOnce(entered);
  } catch (error) {
    // Another device has just written the record: reads it.
    if (asProblem(error).code !== 'CONFLICT') throw error;
    return saveOnce(entered);
  }
}

async function saveOnce({ colony, entries, base, signal }: Entered): Promise<Evaluation> {
  const theirs = base ? await evaluationNow(base.id, signal) : await findEvaluation(colony, signal);
  if (base && !theirs) throw new Changed(null, []);
  const { input, conflicts } = merge(entries, base, theirs);
  if (conflicts.length > 0) throw new Changed(theirs, conflicts);
  if (!theirs) {
    const { createEvaluation } = await ask(CREATE, { input: { ...colony, ...input } }, signal);
    return readEvaluation(createEvaluation);
  }
  if (Object.keys(input).length === 0) return theirs;
  const { updateEvaluation } = await ask(UPDATE, { id: theirs.id, input }, signal);
  return readEvaluation(updateEvaluation);
}

import { ask } from '../data/graphql.js';
import { asProblem, Problem } from '../data/problem.js';
import { requestTimeout } from './requests.js';
import { CREATE, evaluationNow, findEvaluation, readEvaluation, UPDATE } from './evaluation-data.js';
import type { Colony, Evaluation } from './evaluation-data.js';
import { merge, type Entries, type EntryField } from './entries.js';

/**
 * Thrown if another device has deleted the evaluation or stored conflicting values. The error contains the stored
 * evaluation; null after a deletion.
 */
export class EvaluationConflict extends Problem {
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
  /** The stored evaluation when the user started to enter values. */
  base: Evaluation | null;
}

/**
 * Writes the input, unless it is already stored. A repeated call changes nothing.
 * @throws {EvaluationConflict} if another device has changed the same fields, or deleted the evaluation
 * @throws {Problem}
 */
export async function saveEvaluation(entered: Entered): Promise<Evaluation> {
  try {
    return await saveOnce(entered);
  } catch (error) {
    const { code, errors } = asProblem(error);
    // Another device has deleted the hive. The evaluation is saved without a hive.
    if (errors.some((fault) => fault.path === 'input.hiveId' && fault.code === 'unknown_id')) {
      return saveOnce({ ...entered, colony: { ...entered.colony, hiveId: null } });
    }
    // Another device has just created the evaluation. The second attempt merges both evaluations.
    if (code !== 'CONFLICT') throw error;
    return saveOnce(entered);
  }
}

async function saveOnce({ colony, entries, base }: Entered): Promise<Evaluation> {
  const theirs = base ? await evaluationNow(base.id, requestTimeout()) : await findEvaluation(colony, requestTimeout());
  if (base && !theirs) throw new EvaluationConflict(null, []);
  const { input, conflicts } = merge(entries, base, theirs);
  if (conflicts.length > 0) throw new EvaluationConflict(theirs, conflicts);
  if (!theirs) {
    const { createEvaluation } = await ask(CREATE, { input: { ...colony, ...input } }, requestTimeout());
    return readEvaluation(createEvaluation);
  }
  if (Object.keys(input).length === 0) return theirs;
  const { updateEvaluation } = await ask(UPDATE, { id: theirs.id, input }, requestTimeout());
  return readEvaluation(updateEvaluation);
}

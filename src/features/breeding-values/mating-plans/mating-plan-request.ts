import { sql } from 'kysely';
import { hiddenOwner } from '../../../db/owner.js';
import { invalid, type Fault } from '../../../core/errors.js';
import { parseId } from '../../../graphql/ids.js';
import type { Em } from '../../../db/orm.js';
import { ValueFault as RuleFault, required } from '../../../validation/rule.js';
import { savedWeights } from '../selection-index/saved-weights.js';
import { checkWeights, type Weights } from '../selection-index/weights.js';
import { MATING_PLAN_RULES, MAX_PAIRS } from './mating-plan.checks.js';
import type { MatingPlanInput, PlannedDrones } from './mating-plan.types.js';

export interface MatingPlanRequest {
  queens: readonly string[];
  droneMothers: readonly string[];
  use: PlannedDrones;
  /** Infinity for no limit. */
  maxInbreeding: number;
  weights: Weights;
  /** Ids of queens that are known to be mated. */
  mated: ReadonlySet<string>;
}

/**
 * Validates a request for a mating plan.
 * @param dryRun true if the caller has already found faults in the request. The function then always throws.
 * @throws {ServiceError} `validation_failed` with all faults; their paths contain indexes of list elements
 */
export async function readMatingPlanRequest(
  em: Em,
  input: MatingPlanInput,
  dryRun = false,
): Promise<MatingPlanRequest> {
  const faults: Fault[] = [];
  const { use } = input;
  const queens = readList(input, 'queenIds', faults);
  const droneMothers = readList(input, 'droneMotherIds', faults);
  if (use == null) faults.push({ path: 'input.use', ...required() });
  const maxInbreeding =
    input.maxInbreeding == null ? Infinity : MATING_PLAN_RULES.maxInbreeding.read(input.maxInbreeding);
  if (maxInbreeding instanceof RuleFault) faults.push(...maxInbreeding.at('input.maxInbreeding'));
  const pairs = queens.length * droneMothers.length;
  if (pairs > MAX_PAIRS) {
    const message = `form ${pairs} pairs with the drone mothers, but a plan can have at most ${MAX_PAIRS}`;
    faults.push({ path: 'input.queenIds', message, code: 'too_many_pairs', params: { pairs, most: MAX_PAIRS } });
  }
  if (pairs === 1 && queens[0] === droneMothers[0]) {
    const message = 'must not be the queen to be mated';
    faults.push({ path: 'input.droneMotherIds.0', message, code: 'same_queen' });
  }
  const mated = await checkIds(em, { queenIds: queens, droneMotherIds: droneMothers }, faults);
  const weights = input.weights == null ? undefined : checkWeights(input.weights);
  if (weights instanceof RuleFault) faults.push(...weights.at('input.weights'));
  if (use == null || faults.length > 0 || dryRun) throw invalid(faults);
  return {
    queens,
    droneMothers,
    use,
    maxInbreeding: maxInbreeding as number,
    weights: (weights as Weights | undefined) ?? (await savedWeights(em)),
    mated,
  };
}

type List = 'queenIds' | 'droneMotherIds';

/**
 * Returns the ids of a list in the spelling of the database. Invalid ids stay in the list, so that the indexes in
 * faults are correct.
 */
function readList(input: MatingPlanInput, list: List, faults: Fault[]): string[] {
  const ids = input[list];
  const read = ids == null ? new RuleFault('is required', [], 'required') : MATING_PLAN_RULES[list].read(ids);
  if (read instanceof RuleFault) {
    faults.push(...read.at(`input.${list}`));
    return [];
  }
  return (read ?? []).map((id) => parseId(id) ?? id);
}

/**
 * Reports unknown and repeated ids.
 * @returns ids of the queens that are known to be mated
 */
async function checkIds(em: Em, lists: Record<List, string[]>, faults: Fault[]): Promise<Set<string>> {
  const ids = [...lists.queenIds, ...lists.droneMotherIds].filter((id) => parseId(id) !== null);
  const owner = hiddenOwner(em);
  const { rows } = await sql<{ id: string; mated: boolean }>`
    select q.id,
      q.mated_to_id is not null or q.mating_type is not null or q.mated_at is not null
        or exists (select from queen d where d.account_id = ${owner} and d.mother_id = q.id)
        or exists (select from evaluation e where e.account_id = ${owner} and e.queen_id = q.id) as mated
    from queen q
    where q.account_id = ${owner} and q.id = any(${ids}::uuid[])`.execute(em.getKysely());
  const known = new Set(rows.map(({ id }) => id));
  for (const [list, members] of Object.entries(lists)) {
    members.forEach((id, place) => {
      const path = `input.${list}.${place}`;
      const before = members.indexOf(id);
      const shortened = id.slice(0, 60);
      if (!known.has(id)) {
        faults.push({
          path,
          message: `"${shortened}" is not the id of a queen`,
          code: 'unknown_id',
          params: { given: shortened },
        });
      } else if (before < place) {
        faults.push({
          path,
          message: `is a duplicate of the id with index ${before}, counted from 0`,
          code: 'listed_twice',
          params: { at: before },
        });
      }
    });
  }
  return new Set(rows.filter(({ mated }) => mated).map(({ id }) => id));
}

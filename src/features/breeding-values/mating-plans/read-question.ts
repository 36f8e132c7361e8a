import { sql } from 'kysely';
import { hiddenOwner } from '../../../db/owner.js';
import { invalid, ServiceError, type Fault } from '../../../core/errors.js';
import { parseId } from '../../../graphql/ids.js';
import type { Em } from '../../../db/orm.js';
import { ValueFault as RuleFault, required } from '../../../validation/rule.js';
import { keptWeights } from '../selection-index/kept-weights.js';
import { readWeights, type Weights } from '../selection-index/weights.js';
import { MATING_PLAN_RULES, MOST_PAIRS } from './mating-plan.checks.js';
import type { MatingPlanInput, PlannedDrones } from './mating-plan.types.js';

/** What a plan is asked for, all of it right. */
export interface Question {
  queens: readonly string[];
  droneMothers: readonly string[];
  use: PlannedDrones;
  /** Infinity: any. */
  maxInbreeding: number;
  weights: Weights;
  /** Those of the queens that were mated themselves, as far as anything shows. */
  mated: ReadonlySet<string>;
}

/**
 * @param trial that something else is wrong was found before; only the faults found here are wanted
 * @throws {ServiceError} `validation_failed` with every fault, those of a list each at its place
 */
export async function readQuestion(em: Em, input: MatingPlanInput, trial = false): Promise<Question> {
  const faults: Fault[] = [];
  const queens = readList(input, 'queenIds', faults);
  const droneMothers = readList(input, 'droneMotherIds', faults);
  if (input.use == null) faults.push({ path: 'input.use', ...required() });
  const ceiling = input.maxInbreeding == null ? Infinity : MATING_PLAN_RULES.maxInbreeding.read(input.maxInbreeding);
  if (ceiling instanceof RuleFault) faults.push(...ceiling.at('input.maxInbreeding'));
  const pairs = queens.length * droneMothers.length;
  if (pairs > MOST_PAIRS) {
    const message = `make ${pairs} pairs with the drone mothers, and a plan has at most ${MOST_PAIRS}: ask for fewer at a time`;
    faults.push({ path: 'input.queenIds', message, code: 'too_many_pairs', params: { pairs, most: MOST_PAIRS } });
  }
  if (pairs === 1 && queens[0] === droneMothers[0]) {
    const message = 'must be another queen than the one to be mated';
    faults.push({ path: 'input.droneMotherIds.0', message, code: 'same_queen' });
  }
  const mated = await judge(em, { queenIds: queens, droneMotherIds: droneMothers }, faults);
  const given = givenWeights(input, faults);
  if (faults.length > 0 || trial) throw invalid(faults);
  return {
    queens,
    droneMothers,
    use: input.use!,
    maxInbreeding: ceiling as number,
    weights: given ?? (await keptWeights(em)),
    mated,
  };
}

type List = 'queenIds' | 'droneMotherIds';

/** As the database writes ids; what cannot be one is kept, so that places stay. */
function readList(input: MatingPlanInput, list: List, faults: Fault[]): string[] {
  const given = input[list];
  const read = given == null ? new RuleFault('is required', [], 'required') : MATING_PLAN_RULES[list].read(given);
  if (read instanceof RuleFault) {
    faults.push(...read.at(`input.${list}`));
    return [];
  }
  return (read ?? []).map((id) => parseId(id) ?? id);
}

/** Finds ids of no queen here, and those that are there twice. @returns those that were mated */
async function judge(em: Em, lists: Record<List, string[]>, faults: Fault[]): Promise<Set<string>> {
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
      const given = id.slice(0, 60);
      if (!known.has(id)) {
        faults.push({ path, message: `"${given}" is the id of no queen here`, code: 'unknown_id', params: { given } });
      } else if (before < place) {
        faults.push({
          path,
          message: `is there twice, at ${before} already`,
          code: 'listed_twice',
          params: { at: before },
        });
      }
    });
  }
  return new Set(rows.filter(({ mated }) => mated).map(({ id }) => id));
}

function givenWeights({ weights }: MatingPlanInput, faults: Fault[]): Weights | undefined {
  if (weights == null) return undefined;
  try {
    return readWeights(weights, 'input.weights');
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.details.errors) throw error;
    faults.push(...error.details.errors);
    return undefined;
  }
}

import { ownerOf } from '../../../db/owner.js';
import type { Em } from '../../../db/orm.js';
import { roundCoefficient } from '../inbreeding/compute.js';
import { MAX_RECORDS_ON_MAIN_THREAD } from '../inbreeding/inbreeding-by-dam.js';
import { readAncestry } from '../inbreeding/read-ancestry.js';
import { runInThread } from '../inbreeding/threads.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { inSnapshot } from '../snapshot.js';
import { indexOf, weightsWithin } from '../selection-index/weights.js';
import {
  MatingBasis,
  type ExpectedOffspring,
  type MatingPlan,
  type MatingPlanInput,
  type PlannedMating,
} from './mating-plan.types.js';
import { planPairs, type Pairs, type PairsInput } from './plan-pairs.js';
import { readMatingPlanRequest, type MatingPlanRequest } from './mating-plan-request.js';
import { newestComputedRun, readValues, scaledTraits, type ScaledTrait } from './run-values.js';

/**
 * Plans the matings of every queen with every drone mother except herself, and ranks these matings. All data come from
 * one snapshot, because otherwise a queen could be deleted between two statements.
 * @param dryRun see `readMatingPlanRequest`
 * @throws {ServiceError} `validation_failed`
 */
export async function planMatings(em: Em, input: MatingPlanInput, dryRun: boolean): Promise<MatingPlan> {
  const { request, run, traits, ancestry, values } = await inSnapshot(em, (tx) => readAll(tx, input, dryRun));
  const { queens, droneMothers, use, weights, maxInbreeding } = request;
  const pairs = await computePairs(ownerOf(em), ancestry.count, {
    records: ancestry.records,
    values,
    traits: traits.length,
    queens,
    droneMothers,
    use: use === 'own_drones' ? 'own drones' : 'drone-producing daughters',
  });
  const matings = toMatings(request, pairs, traits);
  return {
    run,
    weights,
    use,
    matings: matings
      .filter(({ inbreeding }) => inbreeding <= maxInbreeding)
      .sort((a, b) => byIndex(a, b) || a.inbreeding - b.inbreeding)
      .map((mating, place) => ({ ...mating, rank: place + 1 })),
    excluded: matings
      .filter(({ inbreeding }) => inbreeding > maxInbreeding)
      .sort((a, b) => a.inbreeding - b.inbreeding),
  };
}

async function readAll(em: Em, input: MatingPlanInput, dryRun: boolean) {
  const request = await readMatingPlanRequest(em, input, dryRun);
  const ids = [...new Set([...request.queens, ...request.droneMothers])];
  const run = await newestComputedRun(em);
  const traits = scaledTraits(run);
  const values = run && traits.length > 0 ? await readValues(em, run.id, traits, ids) : '[]';
  return { request, run, traits, ancestry: await readAncestry(em, ids), values };
}

const computePairs = async (owner: string, records: number, input: PairsInput): Promise<Pairs> =>
  records <= MAX_RECORDS_ON_MAIN_THREAD
    ? planPairs(input)
    : (await runInThread(owner, { kind: 'pairs', input }, 'pairs')).pairs;

/** Sorts higher indexes first. Either all pairs of a plan have an index, or none. */
const byIndex = (one: PlannedMating, other: PlannedMating) => (other.index ?? 0) - (one.index ?? 0);

function toMatings(
  { queens, droneMothers, mated, weights }: MatingPlanRequest,
  pairs: Pairs,
  traits: readonly ScaledTrait[],
) {
  const effectiveWeights = weightsWithin(
    weights,
    traits.map(({ word }) => Trait[word]),
  );
  const expected = (of: 'ofDaughters' | 'ofHerself', at: number): ExpectedOffspring => {
    const values = traits.map(({ word, mean, sd }, trait) => {
      const raw = pairs.values[trait]?.[of][at] ?? NaN;
      return { word, trait: Trait[word], raw, normalized: 100 + (10 * (raw - mean)) / sd };
    });
    const normalized = Object.fromEntries(values.map(({ word, normalized: value }) => [word, value]));
    const byTrait = Object.fromEntries(
      values.map(({ word, raw, normalized: value }) => [word, { raw, normalized: value }]),
    );
    return {
      inbreeding: roundCoefficient(pairs.inbreeding[of][at] ?? NaN),
      index: indexOf(effectiveWeights, normalized),
      values,
      byTrait,
    };
  };
  return queens.flatMap((queenId, row) =>
    droneMothers.flatMap((droneMotherId, column): PlannedMating[] => {
      if (queenId === droneMotherId) return [];
      const at = row * droneMothers.length + column;
      const [daughter, herself] = [expected('ofDaughters', at), expected('ofHerself', at)];
      const basis = mated.has(queenId) ? MatingBasis.daughter : MatingBasis.queen;
      const { inbreeding, index } = basis === MatingBasis.daughter ? daughter : herself;
      return [{ rank: 0, queenId, droneMotherId, inbreeding, index, basis, daughter, herself }];
    }),
  );
}

import { ownerOf } from '../../../db/owner.js';
import type { Em } from '../../../db/orm.js';
import { told } from '../inbreeding/compute.js';
import { MAX_RECORDS_ON_MAIN_THREAD } from '../inbreeding/inbreeding-by-dam.js';
import { readAncestry } from '../inbreeding/read-ancestry.js';
import { inThread } from '../inbreeding/threads.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { atOneMoment } from '../one-moment.js';
import { indexOf, weightsWithin } from '../selection-index/weights.js';
import {
  MatingBasis,
  type ExpectedOffspring,
  type MatingPlan,
  type MatingPlanInput,
  type PlannedMating,
} from './mating-plan.types.js';
import { planPairs, type Pairs, type PairsQuestion } from './plan-pairs.js';
import { readQuestion, type Question } from './read-question.js';
import { newestComputedRun, readValues, scaledTraits, type ScaledTrait } from './run-values.js';

/**
 * Every queen with every drone mother but herself, ranked. All of it is read as it stands at one moment: somebody may be
 * deleting one of the queens.
 * @param trial see `readQuestion`
 * @throws {ServiceError} `validation_failed`
 */
export async function planMatings(em: Em, input: MatingPlanInput, trial: boolean): Promise<MatingPlan> {
  const { question, run, traits, ancestry, values } = await atOneMoment(em, (tx) => readAll(tx, input, trial));
  const { queens, droneMothers, use, weights, maxInbreeding } = question;
  const pairs = await computePairs(ownerOf(em), ancestry.count, {
    records: ancestry.packed,
    values,
    traits: traits.length,
    queens,
    droneMothers,
    use: use === 'own_drones' ? 'own drones' : 'drone-producing daughters',
  });
  const matings = matingsOf(question, pairs, traits);
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

async function readAll(em: Em, input: MatingPlanInput, trial: boolean) {
  const question = await readQuestion(em, input, trial);
  const asked = [...new Set([...question.queens, ...question.droneMothers])];
  const run = await newestComputedRun(em);
  const traits = scaledTraits(run);
  const values = run && traits.length > 0 ? await readValues(em, run.id, traits, asked) : '[]';
  return { question, run, traits, ancestry: await readAncestry(em, asked), values };
}

const computePairs = async (owner: string, records: number, question: PairsQuestion): Promise<Pairs> =>
  records <= MAX_RECORDS_ON_MAIN_THREAD
    ? planPairs(question)
    : (await inThread(owner, { kind: 'pairs', question }, 'pairs')).pairs;

/** The higher first, none last. */
const byIndex = ({ index: a }: PlannedMating, { index: b }: PlannedMating) =>
  a === b ? 0 : (b ?? -Infinity) - (a ?? -Infinity);

function matingsOf({ queens, droneMothers, mated, weights }: Question, pairs: Pairs, traits: readonly ScaledTrait[]) {
  const counting = weightsWithin(
    weights,
    traits.map(({ word }) => Trait[word]),
  );
  const expected = (of: 'ofDaughters' | 'ofHerself', at: number): ExpectedOffspring => {
    const values = traits.map(({ word, mean, sd }, trait) => {
      const raw = pairs.values[trait]![of][at]!;
      return { word, trait: Trait[word], raw, normalized: 100 + (10 * (raw - mean)) / sd };
    });
    const normalized = Object.fromEntries(values.map(({ word, normalized: value }) => [word, value]));
    const byTrait = Object.fromEntries(
      values.map(({ word, raw, normalized: value }) => [word, { raw, normalized: value }]),
    );
    return { inbreeding: told(pairs.inbreeding[of][at]!), index: indexOf(counting, normalized), values, byTrait };
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

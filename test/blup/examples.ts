import { beePedigree, diploidPedigree, type BeePedigree, type BeeQueen } from '../../src/blup/index.js';
import type { GeneticModel, Variances } from '../../src/blup/model.js';
import { random } from './dense.js';
import { simulateGenetic } from './reference.js';

/** Parses a pedigree in the notation of textbooks: "id sire dam | …", where 0 is an unknown parent. */
export const pedigreeOf = (text: string) =>
  diploidPedigree(
    text.split('|').map((entry) => {
      const [id, sire, dam] = entry.trim().split(/\s+/).map(Number);
      return { id: id!, sire: sire || null, dam: dam || null };
    }),
  );

/** Returns a factor with one level for each different label. */
export function factor(name: string, labels: readonly (string | number)[]) {
  const levels = [...new Set(labels)];
  return {
    name,
    level: Int32Array.from(labels, (label) => levels.indexOf(label)),
    levels: levels.length,
    labels: levels,
  };
}

/** Returns a simulated population. Most queens are related, and queens of later years are inbred. */
export function beeExample(
  queens: number,
  {
    seed = 1,
    years = 5,
    groups = 4,
    variances = usual,
  }: { seed?: number; years?: number; groups?: number; variances?: Variances } = {},
): { model: GeneticModel; pedigree: BeePedigree; truth: Float64Array[]; year: Int32Array } {
  const { below, uniform, normal } = random(seed);
  const perYear = Math.ceil(queens / years);
  const records: BeeQueen[] = [];
  const year = new Int32Array(queens);
  for (let q = 0; q < queens; q += 1) {
    year[q] = Math.floor(q / perYear);
    const from = Math.max(0, year[q]! - 2) * perYear;
    const parent = () => from + Math.floor(below(year[q]! * perYear - from) / 4) * 4;
    const mating = (['dpq', 'single queen', 'unknown'] as const)[below(3)]!;
    records.push({
      id: q,
      colony: true,
      ...(year[q]! > 0 && {
        dam: parent(),
        mating:
          mating === 'unknown'
            ? { kind: mating, droneProducers: 50, drones: 12 }
            : { kind: mating, sire: parent(), droneProducers: 1 + below(8), drones: 1 + below(12) },
      }),
    });
  }
  const pedigree = beePedigree(records);
  const truth = simulateGenetic(pedigree.relationship, variances.genetic, seed + 1);
  const level = year.map((y) => y * groups + below(groups));
  const effect = Array.from({ length: years * groups }, () => 30 + 5 * normal());
  const weights = Float64Array.from(year, () => (uniform() < 0.8 ? 1 : 2));
  const values = Float64Array.from(
    year,
    (_, q) =>
      effect[level[q]!]! +
      truth[0]![pedigree.workerNode[q]!]! +
      truth[1]![pedigree.queenNode[q]!]! +
      normal() * Math.sqrt(variances.residual / weights[q]!),
  );
  const model: GeneticModel = {
    values,
    weights,
    fixed: [{ name: 'apiary × season', level, levels: years * groups }],
    genetic: {
      relationship: pedigree.relationship,
      effects: [
        { name: 'worker', node: pedigree.workerNode },
        { name: 'queen', node: pedigree.queenNode },
      ],
    },
  };
  return { model, pedigree, truth, year };
}

export const usual: Variances = {
  genetic: [
    [50, -15],
    [-15, 30],
  ],
  residual: 60,
};

/**
 * Returns a random model of animals with overlapping factors, covariates, repeated records, weights, random effects, up
 * to three genetic effects, and records to which some effects do not apply.
 */
export function generalExample(seed: number): { model: GeneticModel; variances: Variances } {
  const { below, normal, uniform } = random(seed);
  const animals = 6 + below(10);
  const text = Array.from({ length: animals }, (_, i) => `${i + 1} ${below(i + 1)} ${below(i + 1)}`).join('|');
  const { relationship } = pedigreeOf(text);
  const records = 8 + below(20);
  const some = (length: number, limit: number, gaps = 0) =>
    Int32Array.from({ length }, () => (uniform() < gaps ? -1 : below(limit)));
  const model: GeneticModel = {
    values: Float64Array.from({ length: records }, () => 100 + 10 * normal()),
    weights: Float64Array.from({ length: records }, () => 0.5 + 2 * uniform()),
    fixed: [
      { name: 'mean', covariate: new Float64Array(records).fill(1) },
      { name: 'herd', level: some(records, 3), levels: 4 },
      { name: 'season', level: some(records, 2), levels: 2 },
      { name: 'age', covariate: Float64Array.from({ length: records }, () => below(20)) },
    ],
    random: [
      { name: 'environment', level: some(records, 4, 0.3), levels: 5 },
      { name: 'tester', level: some(records, 3, 0.2), levels: 3 },
    ],
    genetic: {
      relationship,
      effects: [
        { name: 'direct', node: some(records, animals, 0.1) },
        { name: 'maternal', node: some(records, animals, 0.3) },
        { name: 'third', node: some(records, animals, 0.5) },
      ].slice(0, 1 + below(3)),
    },
  };
  const g0 = [
    [50, -15, 5],
    [-15, 30, 0],
    [5, 0, 10],
  ];
  const k = model.genetic.effects.length;
  return { model, variances: { genetic: g0.slice(0, k).map((row) => row.slice(0, k)), random: [12, 7], residual: 60 } };
}

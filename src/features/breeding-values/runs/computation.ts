import { ModelError, Structures, type PedigreeNodes } from '../../../blup/index.js';
import { RunDataset } from './run-dataset.js';
import type { RunResult, RunSettings, TraitReport, ValueRow } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';
import { recordsOf } from './trait-records.js';
import { evaluateTrait, type TraitValues } from './trait-evaluation.js';
import { TRAIT_OF_COLUMN, type TraitColumn } from '../../../core/traits.js';

const BATCH_VALUES = 4000;
/** Maximum number of queens that a report lists. */
const MAX_LISTED_QUEENS = 100;

/** Computes a run. The caller first adds all rows, then calls `compute`, then reads the values. */
export class Computation {
  private readonly dataset = new RunDataset();
  private values: Generator<ValueRow[], undefined> | undefined;
  private queensRead = 0;

  addQueens(rows: QueenRecord[]): void {
    this.dataset.addQueens(rows);
  }

  addTests(rows: TestRecord[]): void {
    this.dataset.addTests(rows);
  }

  /**
   * Evaluates all traits.
   * @param progress receives the completed fraction, 0 to 1
   * @throws {PedigreeError} if the pedigree is invalid
   * @throws {NoValues} if no trait can be evaluated
   */
  compute(
    { method, traits, baseYears, droneGroups, validationSeasons, parameters }: RunSettings,
    progress: (fraction: number) => void,
  ): RunResult {
    const { queens, tests } = this.dataset;
    const bees = this.dataset.bees(droneGroups);
    const nodes = method === 'animal' ? this.dataset.animals() : bees;
    const places = new Map(queens.map(({ id }, index) => [id, index]));
    const birthYear = Float64Array.from(queens, ({ birthYear: year }) => year ?? NaN);
    const dams = Int32Array.from(queens, ({ motherId }) => (motherId === null ? -1 : (places.get(motherId) ?? -1)));
    const reports: Record<string, TraitReport> = {};
    const found: [trait: string, values: TraitValues][] = [];
    const structures = new Structures();
    traits.forEach((trait, column) => {
      const records = recordsOf(tests, queens, places, column);
      const report: TraitReport = {
        records: records.values.length,
        groups: records.groups,
        weak: records.weakCount,
        weakGroups: records.weak,
      };
      const word = TRAIT_OF_COLUMN[trait as TraitColumn];
      reports[word] = report;
      try {
        const watch = { progress: (fraction: number) => progress((column + fraction) / traits.length) };
        const requested = parameters === 'estimate' ? 'estimate' : parameters[word];
        found.push([
          trait,
          evaluateTrait({
            method,
            trait,
            records,
            nodes,
            bees,
            birthYear,
            dams,
            baseYears,
            validationSeasons,
            requested,
            structures,
            report,
            watch,
          }),
        ]);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        report.refused = error.message;
        report.refusedCode = error.code;
        report.refusedParams = error.params;
      }
    });
    if (found.length === 0) throw new NoValues(reports);
    const inbreeding = Float64Array.from(nodes.queenNode, (node) => nodes.relationship.inbreeding[node] ?? NaN);
    this.values = this.rowsOf(nodes, found);
    return {
      fingerprint: this.dataset.fingerprint(),
      queens: queens.length,
      inbred: inbreeding.filter((coefficient) => coefficient > 0).length,
      meanInbreeding: inbreeding.reduce((sum, coefficient) => sum + coefficient, 0) / queens.length,
      ...(method === 'honey_bee' && this.ignored()),
      traits: reports,
    };
  }

  private ignored(): Pick<RunResult, 'ignoredMatings'> {
    const ids = this.dataset.ignoredMatings;
    return ids.length === 0 ? {} : { ignoredMatings: { queens: ids.length, ids: ids.slice(0, MAX_LISTED_QUEENS) } };
  }

  /** Fraction of the queens that `nextValues` has returned. */
  get shareRead(): number {
    return this.queensRead / this.dataset.queens.length;
  }

  /** Next batch of values; undefined at the end. */
  nextValues(): ValueRow[] | undefined {
    return this.values?.next().value;
  }

  /** Yields the values in batches. A batch contains all values of its queens. */
  private *rowsOf(
    nodes: PedigreeNodes,
    traits: [trait: string, values: TraitValues][],
  ): Generator<ValueRow[], undefined> {
    let rows: ValueRow[] = [];
    for (const [queen, { id }] of this.dataset.queens.entries()) {
      for (const [entityType, nodeOf] of [
        ['queen', nodes.queenNode],
        ['worker', nodes.workerNode],
      ] as const) {
        const node = nodeOf[queen] ?? -1;
        if (node < 0) continue;
        for (const [trait, { raw, normalized, reliability, pieces }] of traits) {
          rows.push([
            id,
            trait,
            entityType,
            raw[node]!,
            normalized[node]!,
            Math.min(1, Math.max(0, reliability[node]!)),
            ...[pieces.parents, pieces.family, pieces.records, pieces.offspring].map((piece) =>
              entityType === 'queen' ? piece[queen]! : null,
            ),
          ]);
        }
      }
      this.queensRead = queen + 1;
      if (rows.length < BATCH_VALUES) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
    return undefined;
  }
}

/** Error of a run in which no trait can be evaluated. */
export class NoValues extends Error {
  constructor(readonly reports: Record<string, TraitReport>) {
    super(refusalOf(reports));
  }
}

function refusalOf(reports: Record<string, TraitReport>): string {
  const traits = new Map<string, string[]>();
  for (const [word, { refused = '' }] of Object.entries(reports)) {
    traits.set(refused, [...(traits.get(refused) ?? []), inWords(word)]);
  }
  const reasons = Array.from(traits, ([reason, words]) => `${words.join(', ')}: ${reason}`);
  return `No trait can be evaluated. ${reasons.join(' ')}`;
}

/** Splits a trait name into words: nonSwarming → non swarming, hyg24h → hyg 24h. */
const inWords = (word: string) =>
  word.replace(/([a-z])([A-Z]|\d)/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

import { ModelError, type WhoseNodes } from '../../../blup/index.js';
import { Herd } from './herd.js';
import type { RunResult, RunSettings, TraitReport, ValueRows } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';
import { recordsOf } from './trait-records.js';
import { evaluateTrait, type TraitValues } from './trait-evaluation.js';
import { TRAIT_OF_COLUMN, type TraitColumn } from '../../../core/traits.js';

const AT_A_TIME = 4000;
/** Queens that are told one by one. */
const MOST_TOLD = 100;

/** A run from the rows of the account to its values, in the order: take all, compute, then take the values out. */
export class Computation {
  private readonly herd = new Herd();
  private values: Generator<ValueRows, undefined> | undefined;
  private queensTaken = 0;

  takeQueens(rows: QueenRecord[]): void {
    this.herd.takeQueens(rows);
  }

  takeTests(rows: TestRecord[]): void {
    this.herd.takeTests(rows);
  }

  /**
   * @param progress is told the share that is done
   * @throws {PedigreeError} where the pedigree is none
   * @throws {ModelError} `no_records` where no trait can be evaluated
   */
  compute(
    { method, traits, baseYears, droneGroups, validationSeasons, parameters }: RunSettings,
    progress: (fraction: number) => void,
  ): RunResult {
    const { queens, tests } = this.herd;
    const bees = this.herd.bees(droneGroups);
    const nodes = method === 'animal' ? this.herd.animals() : bees;
    const places = new Map(queens.map(({ id }, index) => [id, index]));
    const birthYear = Float64Array.from(queens, ({ birthYear: year }) => year ?? NaN);
    const dams = Int32Array.from(queens, ({ motherId }) => (motherId === null ? -1 : (places.get(motherId) ?? -1)));
    const reports: Record<string, TraitReport> = {};
    const found: [trait: string, values: TraitValues][] = [];
    traits.forEach((trait, column) => {
      const records = recordsOf(tests, queens, places, column);
      const report: TraitReport = {
        records: records.values.length,
        groups: records.groups,
        weak: records.weakInAll,
        weakGroups: records.weak,
      };
      const word = TRAIT_OF_COLUMN[trait as TraitColumn];
      reports[word] = report;
      try {
        const watch = { progress: (fraction: number) => progress((column + fraction) / traits.length) };
        const given = parameters === 'estimate' ? 'estimate' : parameters[word];
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
            given,
            report,
            watch,
          }),
        ]);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        report.refused = error.message;
        report.refusedCode = error.code;
      }
    });
    if (found.length === 0) throw new ModelError('no_records', refusalOf(reports));
    const inbreeding = Float64Array.from(nodes.queenNode, (node) => nodes.relationship.inbreeding[node]!);
    this.values = this.rowsOf(nodes, found);
    return {
      fingerprint: this.herd.fingerprint(),
      queens: queens.length,
      inbred: inbreeding.filter((coefficient) => coefficient > 0).length,
      meanInbreeding: inbreeding.reduce((sum, coefficient) => sum + coefficient, 0) / queens.length,
      ...(method === 'honey_bee' && this.ignored()),
      traits: reports,
    };
  }

  private ignored(): Pick<RunResult, 'ignoredMatings'> {
    const ids = this.herd.ignoredMatings;
    return ids.length === 0 ? {} : { ignoredMatings: { queens: ids.length, ids: ids.slice(0, MOST_TOLD) } };
  }

  /** The share of the queens of whom all values were taken out. */
  get taken(): number {
    return this.queensTaken / this.herd.queens.length;
  }

  /** The next values of the run; undefined where there are no more. */
  nextValues(): ValueRows | undefined {
    return this.values?.next().value;
  }

  /** Queen by queen, so that her values are stored side by side. */
  private *rowsOf(nodes: WhoseNodes, traits: [trait: string, values: TraitValues][]): Generator<ValueRows, undefined> {
    let rows = noRows();
    for (const [queen, { id }] of this.herd.queens.entries()) {
      for (const [entityType, nodeOf] of [
        ['queen', nodes.queenNode],
        ['worker', nodes.workerNode],
      ] as const) {
        const node = nodeOf[queen]!;
        if (node < 0) continue;
        for (const [trait, { raw, normalized, reliability, pieces }] of traits) {
          rows.queenId.push(id);
          rows.trait.push(trait);
          rows.entityType.push(entityType);
          rows.raw.push(raw[node]!);
          rows.normalized.push(normalized[node]!);
          rows.reliability.push(Math.min(1, Math.max(0, reliability[node]!)));
          const piece = (of: Float64Array) => (entityType === 'queen' ? of[queen]! : null);
          rows.parentAverage.push(piece(pieces.parents));
          rows.family.push(piece(pieces.family));
          rows.ownTest.push(piece(pieces.records));
          rows.offspring.push(piece(pieces.offspring));
        }
      }
      this.queensTaken = queen + 1;
      if (rows.queenId.length < AT_A_TIME) continue;
      yield rows;
      rows = noRows();
    }
    if (rows.queenId.length > 0) yield rows;
    return undefined;
  }
}

const noRows = (): ValueRows => ({
  queenId: [],
  trait: [],
  entityType: [],
  raw: [],
  normalized: [],
  reliability: [],
  parentAverage: [],
  family: [],
  ownTest: [],
  offspring: [],
});

function refusalOf(reports: Record<string, TraitReport>): string {
  const traits = new Map<string, string[]>();
  for (const [word, { refused = '' }] of Object.entries(reports)) {
    traits.set(refused, [...(traits.get(refused) ?? []), inWords(word)]);
  }
  const reasons = Array.from(traits, ([reason, words]) => `${words.join(', ')}: ${reason}`);
  return `No trait can be evaluated. ${reasons.join(' ')}`;
}

/** nonSwarming → non swarming, hyg24h → hyg 24h: neither REST's word nor GraphQL's. */
const inWords = (word: string) =>
  word.replace(/([a-z])([A-Z]|\d)/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

import { createHash } from 'node:crypto';
import { diploidPedigree, type PedigreeNodes } from '../../../blup/index.js';
import { pedigreeOf } from '../inbreeding/compute.js';
import { toBeeQueen, type DroneGroups } from '../pedigree-record.js';
import type { QueenRecord, TestRecord } from './population.js';

/** Input data of a run: the queens of an account and their evaluations, in the order of arrival. */
export class RunDataset {
  readonly queens: QueenRecord[] = [];
  readonly tests: TestRecord[] = [];
  /** Ids of queens with an impossible mating, which counts as unknown; see `possibleMatings`. */
  readonly ignoredMatings: string[] = [];
  private readonly hash = createHash('sha256');

  addQueens(rows: QueenRecord[]): void {
    this.append(this.queens, rows);
  }

  addTests(rows: TestRecord[]): void {
    this.append(this.tests, rows);
  }

  /** Returns a digest of all rows in their order. */
  fingerprint(): string {
    return this.hash.copy().digest('hex');
  }

  private append<Row>(rows: Row[], added: readonly Row[]): void {
    for (const row of added) {
      rows.push(row);
      this.hash.update(JSON.stringify(row));
    }
  }

  /** Returns the pedigree of honey bees, with queens in the order of arrival. @throws {PedigreeError} */
  bees(droneGroups: DroneGroups): PedigreeNodes {
    const tested = new Set(this.tests.map(([queenId]) => queenId));
    // A queen with a known mate has a worker group, so that values of her future daughters can be predicted.
    const records = this.queens.map((queen) =>
      toBeeQueen(queen, tested.has(queen.id) || queen.matedToId !== null, droneGroups),
    );
    return pedigreeOf(records, (id) => this.ignoredMatings.push(String(id)));
  }

  /** Returns the pedigree of diploid animals, without worker groups. @throws {PedigreeError} */
  animals(): PedigreeNodes {
    const mates = new Map(this.queens.map(({ id, matedToId }) => [id, matedToId]));
    const { relationship, nodeOf, ids } = diploidPedigree(
      this.queens.map(({ id, motherId, fatherId }) => ({
        id,
        dam: motherId,
        sire: motherId === null ? fatherId : (mates.get(motherId) ?? null),
      })),
    );
    return { relationship, ids, queenNode: nodeOf, workerNode: new Int32Array(ids.length).fill(-1) };
  }
}

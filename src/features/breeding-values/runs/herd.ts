import { createHash } from 'node:crypto';
import { diploidPedigree, type WhoseNodes } from '../../../blup/index.js';
import { pedigreeOf } from '../inbreeding/compute.js';
import { beeOf, type DroneGroups } from '../pedigree-record.js';
import type { QueenRecord, TestRecord } from './population.js';

/** The records of an account's queens and their tests, as they came. */
export class Herd {
  readonly queens: QueenRecord[] = [];
  readonly tests: TestRecord[] = [];
  /** Queens whose mating cannot have been, see `possibleMatings`; it counts as an unknown one. */
  readonly ignoredMatings: string[] = [];
  private readonly hash = createHash('sha256');

  takeQueens(rows: QueenRecord[]): void {
    this.keep(this.queens, rows);
  }

  takeTests(rows: TestRecord[]): void {
    this.keep(this.tests, rows);
  }

  /** Of all that came, in its order. */
  fingerprint(): string {
    return this.hash.copy().digest('hex');
  }

  private keep<Row>(rows: Row[], added: readonly Row[]): void {
    for (const row of added) {
      rows.push(row);
      this.hash.update(JSON.stringify(row));
    }
  }

  /** Queens are counted in the order in which they came. @throws {PedigreeError} */
  bees(droneGroups: DroneGroups): WhoseNodes {
    const tested = new Set(this.tests.map(([queenId]) => queenId));
    // Of a queen whose mate is known the daughters can be foretold before there are any.
    const records = this.queens.map((queen) =>
      beeOf(queen, tested.has(queen.id) || queen.matedToId !== null, droneGroups),
    );
    return pedigreeOf(records, (id) => this.ignoredMatings.push(String(id)));
  }

  /** The same without worker groups, for plain animals. @throws {PedigreeError} */
  animals(): WhoseNodes {
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

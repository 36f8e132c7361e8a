import type { BeeQueen } from '../../../blup/index.js';
import { toBeeQueen, type PedigreeRecord } from '../pedigree-record.js';
import { pedigreeOf } from './compute.js';
import type { InbreedingOfYear } from './messages.js';

/** Collects the queens of an account in batches and computes their inbreeding by birth year. */
export class InbreedingByYear {
  private readonly queens: BeeQueen[] = [];
  private readonly years: (number | null)[] = [];

  add(records: readonly PedigreeRecord[]): void {
    for (const record of records) {
      this.queens.push(toBeeQueen(record, false));
      this.years.push(record.birthYear);
    }
  }

  /**
   * Returns the years in ascending order, with the unknown year last.
   * @throws {PedigreeError} if a queen is her own ancestor
   */
  result(): InbreedingOfYear[] {
    const { relationship, queenNode } = pedigreeOf(this.queens);
    const sums = new Map<number | null, { queens: number; inbred: number; sum: number }>();
    queenNode.forEach((node, queen) => {
      const year = this.years[queen] ?? null;
      const totals = sums.get(year) ?? { queens: 0, inbred: 0, sum: 0 };
      sums.set(year, totals);
      const coefficient = relationship.inbreeding[node] ?? NaN;
      totals.queens += 1;
      totals.inbred += coefficient > 0 ? 1 : 0;
      totals.sum += coefficient;
    });
    return [...sums]
      .sort(([one], [other]) => (one ?? Infinity) - (other ?? Infinity))
      .map(([year, { queens, inbred, sum }]) => ({ year, queens, inbred, mean: sum / queens }));
  }
}

import type { Design, Precision } from '../equations.js';
import { invertInPlace } from '../small-inverse.js';
import type { Clusters } from './clusters.js';
import type { Messages } from './messages.js';
import { addPedigree } from './pedigree-part.js';
import { RecordUpdate } from './record-update.js';

/** Updates the messages of one cluster at a time. Combines the information from other clusters exactly. */
export class ClusterUpdate {
  private matrix = new Float64Array(1024);
  private readonly local: Int32Array;
  private readonly rows = new Int32Array(3);
  private readonly recordUpdate: RecordUpdate;

  constructor(
    private readonly design: Design,
    private readonly precision: Precision,
    private readonly clusters: Clusters,
    private readonly messages: Messages,
  ) {
    this.local = new Int32Array(design.relationship.size).fill(-1);
    this.recordUpdate = new RecordUpdate(design, precision, clusters, messages, this.local);
  }

  update(c: number): void {
    const { effects } = this.design;
    const { around, aroundStart, recordStart, records, group } = this.clusters;
    const { messages } = this;
    const first = aroundStart[c];
    const members = aroundStart[c + 1] - first;
    const unknown = group[c];
    const grouped = unknown >= 0;
    const n = members * effects + (grouped ? 1 : 0);
    const fromOthers = grouped ? Math.max(0, messages.scalarTotal[unknown] - messages.groupFrom[c]) : 0;
    const matrix = this.buildMatrix(c, n);
    if (grouped) matrix[n * n - 1] = fromOthers;
    let offset = 0;
    for (let at = recordStart[c]; at < recordStart[c + 1] && offset >= 0; at += 1) {
      offset = this.recordUpdate.eliminate(records[at], matrix, n, grouped, offset);
    }
    // Loops of the pedigree can cause contradictory messages. The messages of this cluster then stay unchanged until
    // the next sweep.
    if (offset < 0 || !invertInPlace(matrix, n)) return;
    for (let m = 0; m < members; m += 1) {
      messages.updateNode(around[first + m], matrix, n, m * effects, messages.around, first + m);
    }
    if (grouped) messages.updateGroup(c, unknown, Math.max(0, 1 / matrix[n * n - 1] - fromOthers));
    offset = 0;
    for (let at = recordStart[c]; at < recordStart[c + 1]; at += 1) {
      offset = this.recordUpdate.backSubstitute(records[at], matrix, n, grouped, offset);
    }
  }

  /**
   * Builds the matrix of cluster c from the information about the nodes around c, and from the pedigrees that belong to
   * c.
   */
  private buildMatrix(c: number, n: number): Float64Array {
    const { effects, relationship } = this.design;
    const { around, aroundStart, pedigreeStart, pedigree } = this.clusters;
    const { messages, local, rows } = this;
    if (this.matrix.length < n * n) this.matrix = new Float64Array(n * n * 2);
    const { matrix } = this;
    matrix.fill(0, 0, n * n);
    const square = effects * effects;
    for (let at = aroundStart[c], m = 0; at < aroundStart[c + 1]; at += 1, m += 1) {
      const k = around[at];
      local[k] = m;
      for (let i = 0; i < effects; i += 1) {
        for (let j = 0; j < effects; j += 1) {
          const e = i * effects + j;
          matrix[(m * effects + i) * n + m * effects + j] =
            messages.total[k * square + e] - messages.around[at * square + e];
        }
      }
    }
    const row = (k: number) => (k < 0 ? -1 : local[k] * effects);
    for (let at = pedigreeStart[c]; at < pedigreeStart[c + 1]; at += 1) {
      const k = pedigree[at];
      rows[0] = row(k);
      rows[1] = row(relationship.parent1[k]);
      rows[2] = row(relationship.parent2[k]);
      addPedigree(this.design, this.precision.genetic, k, 1 / messages.ownVariance(k), rows, matrix, n);
    }
    return matrix;
  }
}

import type { Design, Precision } from '../equations.js';
import type { Errors } from '../reliability.js';
import { invertInPlace } from '../small-inverse.js';
import { tell, type Watch } from '../watch.js';
import { ClusterUpdate } from './cluster-update.js';
import { clustersOf } from './clusters.js';
import { Messages } from './messages.js';

/** Sweeps over the clusters, from the youngest to the oldest and back in turns. */
const SWEEPS = 6;

/**
 * The covariances of the prediction errors at each node, approximately, in time proportional to records and nodes. Information is passed between
 * relatives as by Misztal & Wiggans (1988, J Dairy Sci 71 suppl 2:27) and Tier & Meyer (2004, J Anim Breed Genet 121:77), here as belief propagation on clusters [Yedidia, Freeman & Weiss 2005,
 * IEEE Trans Inf Theory 51:2282]: within a contemporary group everything is exact, families that share the group and mates included; between clusters what comes from different sides is taken for
 * independent, so that what returns along a loop of the pedigree counts twice. Reliabilities come out too high by that, by some hundredths where few families
 * hang together closely, by thousandths in a population of ten thousand; README.md has the figures.
 */
export function approximateErrors(design: Design, precision: Precision, watch?: Watch): Errors {
  const clusters = clustersOf(design);
  const messages = new Messages(design, precision, clusters);
  const updater = new ClusterUpdate(design, precision, clusters, messages);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let at = 0; at < clusters.count; at += 1) {
      if (at % 4096 === 0) tell(watch, (sweep + at / clusters.count) / SWEEPS);
      updater.update(clusters.order[sweep % 2 === 0 ? clusters.count - 1 - at : at]!);
    }
  }
  const { effects } = design;
  const square = effects * effects;
  const covariances = messages.total.slice();
  const block = new Float64Array(square);
  for (let at = 0; at < covariances.length; at += square) {
    block.set(covariances.subarray(at, at + square));
    invertInPlace(block, effects);
    covariances.set(block, at);
  }
  return (node, i, j) => covariances[node * square + i * effects + j]!;
}

import type { Design, Precision } from '../equations.js';
import type { Errors } from '../reliability.js';
import { invertInPlace } from '../small-inverse.js';
import { reportProgress, type Watch } from '../watch.js';
import { ClusterUpdate } from './cluster-update.js';
import { clustersOf } from './clusters.js';
import { Messages } from './messages.js';

/** Number of sweeps over the clusters, alternately from the youngest to the oldest cluster and back. */
const SWEEPS = 3;

/**
 * Approximates the covariances of the prediction errors of each node, in time proportional to records and nodes. As in
 * Misztal & Wiggans (1988, J Dairy Sci 71 suppl 2:27) and Tier & Meyer (2004, J Anim Breed Genet 121:77), information
 * passes between relatives. Here, the method is belief propagation between clusters [Yedidia, Freeman & Weiss 2005,
 * IEEE Trans Inf Theory 51:2282]. Within a cluster, information is combined exactly, even for families with common
 * mates. Information from different clusters is treated as independent, so information along a loop of the pedigree
 * counts twice. Reliabilities are therefore too high: by a few hundredths for a few closely related families, and by a
 * few thousandths for ten thousand queens. In closed populations, the error is much larger (see README.md), and
 * `calibrate` corrects it.
 */
export function approximateErrors(design: Design, precision: Precision, watch?: Watch): Errors {
  const clusters = clustersOf(design);
  const messages = new Messages(design, precision, clusters);
  const updater = new ClusterUpdate(design, precision, clusters, messages);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (let at = 0; at < clusters.count; at += 1) {
      if (at % 4096 === 0) reportProgress(watch, (sweep + at / clusters.count) / SWEEPS);
      updater.update(clusters.order[sweep % 2 === 0 ? clusters.count - 1 - at : at]);
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
  return (node, i, j) => covariances[node * square + i * effects + j];
}

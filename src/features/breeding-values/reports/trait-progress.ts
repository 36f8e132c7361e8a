import type { EbvRun } from '../ebv-run.entity.js';
import { COMPUTATION_SHARE } from '../runs/computation-share.js';
import type { EbvTraitProgress } from './report.types.js';

/** Returns the progress of each trait. The traits are computed one after another. */
export function traitProgressOf({ traits, progress }: EbvRun): EbvTraitProgress[] {
  const computed = (Math.min(progress, COMPUTATION_SHARE) / COMPUTATION_SHARE) * traits.length;
  return traits.map((trait, place) => ({ trait, progress: Math.min(1, Math.max(0, computed - place)) }));
}

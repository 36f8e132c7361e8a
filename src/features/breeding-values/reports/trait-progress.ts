import type { EbvRun } from '../ebv-run.entity.js';
import { COMPUTING } from '../runs/computing.js';
import type { EbvTraitProgress } from './report.types.js';

/** How far each trait is worked out: one comes after the other, and storing after all of them. */
export function traitProgressOf({ traits, progress }: EbvRun): EbvTraitProgress[] {
  const workedOut = (Math.min(progress, COMPUTING) / COMPUTING) * traits.length;
  return traits.map((trait, place) => ({ trait, progress: Math.min(1, Math.max(0, workedOut - place)) }));
}

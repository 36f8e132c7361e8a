import { ModelError } from './model-error.js';

/** Progress and cancellation of a long computation. */
export interface Watch {
  /** Called with the completed fraction, which grows from 0 to 1. */
  readonly progress?: (fraction: number) => void;
  /** Checked at each report of progress: an `AbortSignal`, or a flag in shared memory. */
  readonly signal?: { readonly aborted: boolean };
}

/**
 * Reports the progress.
 * @throws ModelError `stopped` if the caller has cancelled the work
 */
export function reportProgress(watch: Watch | undefined, fraction: number): void {
  if (watch?.signal?.aborted) throw new ModelError('stopped', 'The computation was stopped.');
  watch?.progress?.(Math.min(1, Math.max(0, fraction)));
}

/** Returns a watch for a part of the computation, between the fractions `from` and `to` of the whole. */
export function subWatch(watch: Watch | undefined, from: number, to: number): Watch | undefined {
  if (!watch) return undefined;
  const { signal, progress } = watch;
  return { signal, progress: progress && ((fraction) => progress(from + (to - from) * fraction)) };
}

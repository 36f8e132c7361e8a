import { ModelError } from './model-error.js';

/** Progress and cancellation of a long computation. */
export interface Watch {
  /** Receives the completed fraction, 0 to 1, ascending. */
  readonly progress?: (fraction: number) => void;
  /** Checked between iterations: an `AbortSignal`, or a flag in shared memory. */
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

/** Watch of a part of the computation, whose progress runs from `from` to `to`. */
export function subWatch(watch: Watch | undefined, from: number, to: number): Watch | undefined {
  if (!watch) return undefined;
  const { signal, progress } = watch;
  return { signal, progress: progress && ((fraction) => progress(from + (to - from) * fraction)) };
}

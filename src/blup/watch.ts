import { ModelError } from './model-error.js';

/** How long work tells where it stands and is told to stop. */
export interface Watch {
  /** Gets the share of the work that is done, 0 to 1, ascending. */
  readonly progress?: (fraction: number) => void;
  /** Asked between iterations; an `AbortSignal`, or what reads a flag in shared memory. */
  readonly signal?: { readonly aborted: boolean };
}

/** @throws ModelError `stopped`, if the caller wants it */
export function tell(watch: Watch | undefined, fraction: number): void {
  if (watch?.signal?.aborted) throw new ModelError('stopped', 'The computation was stopped.');
  watch?.progress?.(Math.min(1, Math.max(0, fraction)));
}

/** The watch of a piece of the work, from `from` to `to` of the whole. */
export function part(watch: Watch | undefined, from: number, to: number): Watch | undefined {
  if (!watch) return undefined;
  return {
    signal: watch.signal,
    progress: watch.progress && ((fraction) => watch.progress!(from + (to - from) * fraction)),
  };
}

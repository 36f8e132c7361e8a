/** After a confirmation, the lock is considered held for this time, which is longer than two heartbeats. */
const RECENT_MS = 2_500;

/**
 * The time at which the lock was last confirmed, shared with the heartbeat thread. Two clocks are compared, because one
 * clock stops while the machine sleeps, and the other one can be set by users.
 */
export class LastSeen {
  private readonly values: Float64Array;

  constructor(readonly buffer = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT)) {
    this.values = new Float64Array(buffer);
  }

  /** The number of the next heartbeat. */
  next(): number {
    const [, , last = 0] = this.values;
    return (this.values[2] = last + 1);
  }

  note(): void {
    this.values.set([monotonicMs(), Date.now()]);
  }

  get isRecent(): boolean {
    const [monotonic = 0, wall = 0] = this.values;
    return monotonicMs() - monotonic < RECENT_MS && Math.abs(Date.now() - wall) < RECENT_MS;
  }
}

/** A monotonic clock that, unlike `performance.now()`, is the same in every thread. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

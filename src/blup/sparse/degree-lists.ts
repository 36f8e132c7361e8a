/** One doubly linked list of variables for each degree. */
export class DegreeLists {
  private head = new Int32Array(64).fill(-1);
  private readonly after: Int32Array;
  private readonly before: Int32Array;
  private minDegree = 0;

  constructor(size: number) {
    this.after = new Int32Array(size);
    this.before = new Int32Array(size);
  }

  /** Returns a variable of minimum degree; −1 if there is no variable. */
  lowest(): number {
    while (this.minDegree < this.head.length && this.head[this.minDegree] === -1) this.minDegree += 1;
    return this.head[this.minDegree] ?? -1;
  }

  insert(u: number, degree: number): void {
    if (degree >= this.head.length) {
      const head = new Int32Array(Math.max(degree + 1, this.head.length * 2)).fill(-1);
      head.set(this.head);
      this.head = head;
    }
    const first = this.head[degree];
    this.after[u] = first;
    this.before[u] = -1;
    if (first >= 0) this.before[first] = u;
    this.head[degree] = u;
    this.minDegree = Math.min(this.minDegree, degree);
  }

  /** @param degree degree at which u was inserted */
  remove(u: number, degree: number): void {
    const before = this.before[u];
    const after = this.after[u];
    if (before >= 0) this.after[before] = after;
    else this.head[degree] = after;
    if (after >= 0) this.before[after] = before;
  }
}

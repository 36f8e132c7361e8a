/** Lets so many at a time, in the order in which they come. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(private readonly most: number) {
    this.free = most;
  }

  /** Whether nobody has a turn. */
  get idle(): boolean {
    return this.free === this.most;
  }

  /** @returns what gives the turn back */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }
}

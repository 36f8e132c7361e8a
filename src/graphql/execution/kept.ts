/** What is kept in all, in characters; with more, all of it is made anew. */
const ROOM = 16 * 1024 * 1024;
/** What an entry takes besides, in characters. */
const ENTRY = 64;
let held = 0;
const filled = new Set<{ empty(): void }>();

/**
 * What was made of rows that never change (`Herds` freezes those that it remembers), for as long as they are there.
 * @param sizeOf characters, or what takes as much room
 */
export class Kept<Made> {
  private made = new WeakMap<object, Made>();

  constructor(private readonly sizeOf: (made: Made) => number) {}

  get(row: object): Made | undefined {
    return this.made.get(row);
  }

  set(row: object, made: Made): void {
    held += ENTRY + this.sizeOf(made);
    if (held > ROOM) {
      for (const kept of filled) kept.empty();
      filled.clear();
      held = ENTRY + this.sizeOf(made);
    }
    filled.add(this);
    this.made.set(row, made);
  }

  empty(): void {
    this.made = new WeakMap();
  }
}

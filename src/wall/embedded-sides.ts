import { setImmediate } from 'node:timers/promises';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { TRIAL, turning, type Side } from './side.js';

/** What is used of an embedded database. */
export type Embedded = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close' | 'closed' | 'ready' | 'waitReady'>;

/** Milliseconds after which others are let in: requests that have come, timers. */
const LONG = 10;

/**
 * The sides of the one connection of an embedded database: each statement, or transaction, has it for itself. The sides
 * take turns, so that whoever asks for much at once keeps the others waiting for one statement of theirs, not for all.
 */
export class EmbeddedSides {
  readonly canTurn = true;
  private side: Side | null = null;
  private readonly waiting = new Map<Side | null, (() => Promise<void>)[]>();
  private working = false;
  /** When others were let in last. */
  private heard = 0;

  private constructor(
    private readonly pglite: PGlite,
    private readonly own: string,
  ) {}

  static async of(pglite: PGlite): Promise<EmbeddedSides> {
    const { rows } = await pglite.query<{ own: string }>(`select current_setting('role') as own`);
    await pglite.query(TRIAL);
    return new EmbeddedSides(pglite, rows[0]!.own);
  }

  /** @param side null: whichever it has, for statements to which it makes no difference */
  facing(side: Side | null): Embedded {
    const { pglite } = this;
    return {
      query: (...given) => this.inTurn(side, () => pglite.query(...given)),
      exec: (...given) => this.inTurn(side, () => pglite.exec(...given)),
      transaction: <T>(work: (transaction: Transaction) => Promise<T>) =>
        this.inTurn(side, () => pglite.transaction(work)),
      close: () => pglite.close(),
      waitReady: pglite.waitReady,
      get closed() {
        return pglite.closed;
      },
      get ready() {
        return pglite.ready;
      },
    };
  }

  private inTurn<T>(side: Side | null, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = async () => {
        if (side !== null) await this.turn(side);
        return work();
      };
      const line = this.waiting.get(side) ?? [];
      this.waiting.set(side, line);
      line.push(() => done().then(resolve, reject));
      if (!this.working) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working = true;
    for (let [next] = this.waiting; next; [next] = this.waiting) {
      const [side, line] = next;
      const first = line.shift()!;
      // Behind all the others.
      this.waiting.delete(side);
      if (line.length > 0) this.waiting.set(side, line);
      // It works in this thread: where one statement follows upon the other, nobody new is heard.
      if (performance.now() - this.heard > LONG) {
        await setImmediate();
        this.heard = performance.now();
      }
      await first();
    }
    this.working = false;
  }

  private async turn(side: Side): Promise<void> {
    if (this.side === side) return;
    this.side = null;
    const { text, values } = turning(side, this.own);
    await this.pglite.query(text, values);
    this.side = side;
  }
}

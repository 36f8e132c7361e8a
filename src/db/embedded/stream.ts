import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** After this time, the event loop gets a turn to handle requests and timers. */
const MAX_BLOCKING_MS = 10;

/** First byte of the message with which a client ends its session (PostgreSQL protocol, Terminate). */
const TERMINATE = 0x58;

type Callback = (error?: Error | null) => void;

/**
 * The stream of a `pg` client that uses the embedded database instead of a socket. PGlite has one session, so only one
 * stream may be open at a time.
 */
export class EmbeddedStream extends Duplex {
  private lastYield = 0;

  /** @param checkLock ends the process if another process has locked the database's files */
  constructor(
    private readonly pglite: PGlite,
    private readonly checkLock: () => void,
  ) {
    super();
  }

  /**
   * Resets the session: rolls back the transaction of an earlier stream, and discards its settings and prepared
   * statements.
   */
  connect(): this {
    const reset = async () => {
      await this.pglite.exec('rollback');
      await this.pglite.exec('discard all');
    };
    reset().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _read(): void {}

  override _write(message: Buffer, _: BufferEncoding, done: Callback): void {
    // This message is not sent: a pool that ends does not wait for the message, so the database and its lock may be
    // closed already.
    if (message[0] === TERMINATE) return done();
    this.send(message).then(() => done(), done);
  }

  /** `pg` sends the messages of a statement together, so PGlite is called only once for them. */
  override _writev(messages: { chunk: Buffer }[], done: Callback): void {
    this._write(Buffer.concat(messages.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: Callback): void {
    this.push(null);
    done();
  }

  private async send(message: Buffer): Promise<void> {
    // PGlite works in this thread. Without a pause, a sequence of statements would block requests.
    if (performance.now() - this.lastYield > MAX_BLOCKING_MS) {
      await setImmediate();
      this.lastYield = performance.now();
    }
    this.checkLock();
    // PGlite reuses the memory of `data`, so the data is copied.
    await this.pglite.execProtocolRawStream(message, { onRawData: (data) => this.push(Buffer.from(data)) });
    this.checkLock();
  }

  // A socket has the following methods, and `pg` calls them.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

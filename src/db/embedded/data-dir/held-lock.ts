import { closeSync, fstatSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { sayLast } from './last-line.js';
import { LastSeen } from './last-seen.js';
import { beat } from './lock-file.js';

const WORKER = fileURLToPath(new URL('./heartbeat-worker.js', import.meta.url));

export interface HeartbeatInput {
  path: string;
  id: string;
  buffer: SharedArrayBuffer;
  farewell: string;
}

/** A data folder that this process holds. A thread sends heartbeats, so that a long statement does not stop them. */
export class HeldLock {
  private readonly seen = new LastSeen();
  private readonly inode: number;
  private readonly worker: Worker;
  private readonly farewell: string;

  /**
   * @param path of the file `lock`
   * @param file the same, open and locked
   * @param id of the lock, as the file says
   */
  constructor(
    folder: string,
    private readonly path: string,
    private readonly file: number,
    private readonly id: string,
  ) {
    this.farewell = `Queenbook stops at once: another process has taken DATA_DIR ${folder}, or removed the file lock in it\n`;
    this.inode = fstatSync(file).ino;
    this.seen.note();
    const workerData: HeartbeatInput = { path, id, buffer: this.seen.buffer, farewell: this.farewell };
    this.worker = new Worker(WORKER, {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    this.worker.unref();
    this.worker.on('message', () => this.end());
  }

  /**
   * Ends the process where the folder is another's. To be called before the database is used, and before anybody hears
   * of what was written: a process may be suspended, and replaced meanwhile, at any moment.
   */
  check(): void {
    const isSameFile = statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode;
    if (isSameFile && this.seen.isRecent) return;
    if (!beat(this.path, this.id, this.seen.next())) this.end();
    this.seen.note();
  }

  async release(): Promise<void> {
    await this.worker.terminate();
    // While it is locked: whoever waits for it notices that the file it has open is not the one in the folder.
    if (beat(this.path, this.id, this.seen.next())) rmSync(this.path, { force: true });
    closeSync(this.file);
  }

  private end(): never {
    sayLast(this.farewell);
    process.exit(1);
  }
}

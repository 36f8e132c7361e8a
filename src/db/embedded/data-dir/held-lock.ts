import { closeSync, fstatSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { writeLastLine } from './last-line.js';
import { LastSeen } from './last-seen.js';
import { sendHeartbeat } from './lock-file.js';

const WORKER = fileURLToPath(new URL('./heartbeat-worker.js', import.meta.url));

export interface HeartbeatInput {
  path: string;
  id: string;
  buffer: SharedArrayBuffer;
  exitMessage: string;
}

/**
 * The lock of a data folder that this process holds. A separate thread sends heartbeats, so that they continue during
 * long statements.
 */
export class HeldLock {
  private readonly seen = new LastSeen();
  private readonly inode: number;
  private readonly worker: Worker;
  private readonly exitMessage: string;

  /**
   * @param path path of the lock file
   * @param file the open and locked lock file
   * @param id id of this lock, which the file contains
   */
  constructor(
    folder: string,
    private readonly path: string,
    private readonly file: number,
    private readonly id: string,
  ) {
    this.exitMessage = `Queenbook stops at once: another process took DATA_DIR ${folder} or removed its lock file\n`;
    this.inode = fstatSync(file).ino;
    this.seen.note();
    const workerData: HeartbeatInput = { path, id, buffer: this.seen.buffer, exitMessage: this.exitMessage };
    this.worker = new Worker(WORKER, {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    this.worker.unref();
    this.worker.on('message', () => this.exit());
  }

  /**
   * Ends the process if it has lost the lock. Must be called before the database is used and before results are
   * reported: a process can be suspended at any time, and another process can then replace it.
   */
  check(): void {
    const isSameFile = statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode;
    if (isSameFile && this.seen.isRecent) return;
    if (!sendHeartbeat(this.path, this.id, this.seen.next())) this.exit();
    this.seen.note();
  }

  async release(): Promise<void> {
    await this.worker.terminate();
    // Removes the file before it is unlocked, so that waiting processes notice that their open file is no longer in the
    // folder.
    if (sendHeartbeat(this.path, this.id, this.seen.next())) rmSync(this.path, { force: true });
    closeSync(this.file);
  }

  private exit(): never {
    writeLastLine(this.exitMessage);
    process.exit(1);
  }
}

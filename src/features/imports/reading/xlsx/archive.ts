import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableFile } from '../draft.js';
import { formatSize } from '../limits.js';
import type { ReadLimits } from '../limits.js';

/** Maximum number of parts of a workbook. Real workbooks have a few dozen. */
const MAX_PARTS = 10_000;

/** The parts of a workbook's package (ECMA-376 part 2), unpacked while they are read and only up to the limits. */
export class Archive {
  private unpacked = 0;
  /** Unpacked size of the parts that were read. A part that is read again is not counted again. */
  private readonly sizes = new Map<string, number>();

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry | 'duplicate'>,
    private readonly maxUnpacked: number,
    private readonly description: string,
  ) {}

  /**
   * Opens an archive.
   * @param called name of the kind of file in messages
   * @throws {UnreadableFile} if the archive is damaged, or if the declared sizes exceed the limit
   */
  static async open(path: string, limits: ReadLimits, called = 'workbook'): Promise<Archive> {
    const refuseDamage = (error: unknown) => refuse(error, called);
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuseDamage);
    try {
      const most = Math.min(limits.unpacked, Math.max(limits.uncheckedUnpacked, limits.ratio * zip.fileSize));
      if (zip.entryCount > MAX_PARTS) throw new UnreadableFile(`The ${called} has more than ${MAX_PARTS} parts.`);
      const entries = new Map<string, Entry | 'duplicate'>();
      let declared = 0;
      for await (const entry of zip.eachEntry()) {
        declared += entry.uncompressedSize;
        if (declared > most) throw unpacksTooLarge(most, called);
        const name = partName(entry.fileName);
        entries.set(name, entries.has(name) ? 'duplicate' : entry);
      }
      return new Archive(zip, entries, most, called);
    } catch (error) {
      zip.close();
      return refuseDamage(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(partName(name));
  }

  /** Reads a part. Counts its bytes, because the size that the archive declares may be wrong. */
  async *read(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.entries.get(partName(name));
    if (!entry) throw UnreadableFile.of('damaged', `The ${this.description} is damaged: its part ${name} is missing.`);
    if (entry === 'duplicate') throw new UnreadableFile(`The ${this.description} contains ${name} more than once.`);
    if (entry.isEncrypted()) throw UnreadableFile.of('password', `The ${this.description} is protected by a password.`);
    try {
      let sum = 0;
      let size = 0;
      const part = partName(name);
      for await (const bytes of (await this.zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += bytes.length;
        const before = this.sizes.get(part) ?? 0;
        if (size > before) {
          this.unpacked += size - before;
          this.sizes.set(part, size);
        }
        if (this.unpacked > this.maxUnpacked) throw unpacksTooLarge(this.maxUnpacked, this.description);
        sum = crc32(bytes, sum);
        yield bytes;
      }
      if (sum !== entry.crc32) throw new Error(`the checksum of ${name} is wrong`);
    } catch (error) {
      refuse(error, this.description);
    }
  }

  close(): void {
    this.zip.close();
  }
}

/** Returns the name of a part for comparison: without case (ECMA-376 part 2, 6.2.2.3). */
function partName(name: string): string {
  return name.toLowerCase();
}

function unpacksTooLarge(most: number, called: string): UnreadableFile {
  return new UnreadableFile(
    `The unpacked size of the ${called} is more than ${formatSize(most)}. This is the maximum for this file.`,
    'file',
    'payload_too_large',
  );
}

function refuse(error: unknown, called: string): never {
  if (error instanceof UnreadableFile) throw error;
  throw UnreadableFile.of(
    'damaged',
    `The ${called} is damaged or not complete (${error instanceof Error ? error.message : String(error)}).`,
  );
}

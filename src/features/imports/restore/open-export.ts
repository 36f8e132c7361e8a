import { DOCUMENT } from '../portable/document.js';
import { UnreadableFile } from '../reading/draft.js';
import { firstBytes } from '../reading/first-bytes.js';
import { LIMITS } from '../reading/limits.js';
import { Archive } from '../reading/xlsx/archive.js';

const ARCHIVE_NAME = 'export';

/** An export may be larger than any workbook, because it also contains CSV files. */
const EXPORT_LIMITS = { ...LIMITS, unpacked: 4 * LIMITS.unpacked };

/**
 * Whether the file is an export, which is an archive that contains the document `queenbook.json`. Workbooks are
 * archives without this document.
 */
export async function isExport(path: string): Promise<boolean> {
  if ((await firstBytes(path, 4)).toString('latin1') !== 'PK\x03\x04') return false;
  try {
    const archive = await Archive.open(path, EXPORT_LIMITS, ARCHIVE_NAME);
    archive.close();
    return archive.has(DOCUMENT);
  } catch {
    // The workbook reader reports the error of this archive.
    return false;
  }
}

/**
 * Reads the text of the document.
 * @throws {UnreadableFile}
 */
export async function* readDocument(path: string): AsyncGenerator<string, void, undefined> {
  const archive = await Archive.open(path, EXPORT_LIMITS, ARCHIVE_NAME);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of archive.read(DOCUMENT)) yield decoded(() => decoder.decode(bytes, { stream: true }));
    yield decoded(() => decoder.decode());
  } finally {
    archive.close();
  }
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new UnreadableFile(`${DOCUMENT} must be UTF-8.`);
  }
}

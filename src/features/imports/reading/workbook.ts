import { UnreadableFile } from './draft.js';
import type { ReadLimits } from './limits.js';
import { openOds } from './ods/open.js';
import type { RawFile } from './rows.js';
import { Archive } from './xlsx/archive.js';
import { openXlsx } from './xlsx/open.js';

/** The part of an OpenDocument file that contains its tables. Other archives do not have this part. */
const OPEN_DOCUMENT = 'content.xml';

/** Opens a workbook of Excel or OpenDocument. */
export async function openWorkbook(path: string, limits: ReadLimits): Promise<RawFile> {
  const archive = await Archive.open(path, limits);
  try {
    if (archive.has('Index/Document.iwa') || archive.has('Index.zip')) {
      throw UnreadableFile.unsupported(
        'The file is a Numbers document, which cannot be read; export it as .xlsx or .csv.',
      );
    }
    return archive.has(OPEN_DOCUMENT) ? await openOds(archive, limits) : await openXlsx(archive, limits);
  } catch (error) {
    archive.close();
    throw error;
  }
}

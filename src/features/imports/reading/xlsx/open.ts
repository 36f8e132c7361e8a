import type { ReadLimits } from '../limits.js';
import type { RawFile, RawRows, RawTable } from '../rows.js';
import type { Archive } from './archive.js';
import { SheetRows } from './sheet.js';
import type { SheetContext } from './sheet.js';
import { readSharedStrings } from './strings.js';
import { readNumberFormats } from './styles.js';
import { readWorkbook } from './workbook.js';
import { parseXml } from './xml.js';

/** Opens an Excel workbook (.xlsx, transitional or strict). Sheets are streamed; only shared strings stay in memory. */
export async function openXlsx(archive: Archive, limits: ReadLimits): Promise<RawFile> {
  const { sheets, sharedStrings, styles, date1904 } = await readWorkbook(archive);
  const context: SheetContext = {
    strings: await readSharedStrings(archive, sharedStrings, limits),
    styles: await readNumberFormats(archive, styles),
    date1904,
    limits,
  };
  return {
    tables: sheets.map(({ name, isHidden, part }) => {
      const table: RawTable = { name, isHidden, rows: () => rowsOf(archive, part, context, table) };
      return table;
    }),
    close: async () => archive.close(),
  };
}

async function* rowsOf(archive: Archive, part: string, context: SheetContext, table: RawTable): RawRows {
  const sheet = new SheetRows(context);
  for await (const rows of parseXml(archive.read(part), sheet, () => sheet.take())) if (rows.length > 0) yield rows;
  table.merged = sheet.merged;
}

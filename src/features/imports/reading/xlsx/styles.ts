import type { Archive } from './archive.js';
import { styleOfBuiltIn, styleOfCode } from './dates.js';
import type { DateStyle } from './dates.js';
import { readXml } from './xml.js';

/** Number format of a cell style. */
export interface NumberFormat {
  /** Date or time style; null for a number. */
  date: DateStyle;
  /** The code of a custom format. The format may show zeros or text that the number does not contain. */
  code: string | null;
  /** Whether the format shows a percentage. */
  isPercent: boolean;
}

/** `0%` and `0.00%`. */
const BUILT_IN_PERCENT = [9, 10];
const isPercentCode = (code: string): boolean => code.replace(/"[^"]*"|\\./g, '').includes('%');

/**
 * Reads the number formats of the cell styles, in the order of the index that cells refer to (ECMA-376 part 1,
 * 18.8.10).
 */
export async function readNumberFormats(archive: Archive, part: string | null): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (part === null) return formats;
  const codes = new Map<number, string>();
  let inCellFormats = false;
  await readXml(archive.read(part), {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'xf' && inCellFormats) {
        const id = Number(attributes['numFmtId'] ?? 0);
        const code = codes.get(id);
        formats.push(
          code === undefined
            ? { date: styleOfBuiltIn(id), code: null, isPercent: BUILT_IN_PERCENT.includes(id) }
            : { date: styleOfCode(code), code, isPercent: isPercentCode(code) },
        );
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return formats;
}

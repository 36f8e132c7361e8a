import type { Archive } from './archive.js';
import { styleOfBuiltIn, styleOfCode } from './dates.js';
import type { DateStyle } from './dates.js';
import { readXml } from './xml.js';

/** Which of the cell styles show a number as a date, by the index that cells refer to (ECMA-376 part 1, 18.8.10). */
export async function readDateStyles(archive: Archive, part: string | null): Promise<DateStyle[]> {
  const styles: DateStyle[] = [];
  if (part === null) return styles;
  const codes = new Map<number, DateStyle>();
  let ofCells = false;
  await readXml(archive.read(part), {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), styleOfCode(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') ofCells = true;
      else if (name === 'xf' && ofCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        styles.push(codes.has(id) ? codes.get(id)! : styleOfBuiltIn(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') ofCells = false;
    },
  });
  return styles;
}

import { UnreadableFile } from '../draft.js';
import { formatSize } from '../limits.js';
import type { ReadLimits } from '../limits.js';
import type { Archive } from './archive.js';
import { readXml } from './xml.js';

/** Memory that a string needs in addition to its characters. */
const STRING_OVERHEAD_BYTES = 24;

/** Reads the shared strings (ECMA-376 part 1, 18.4.9). Rich text is joined, phonetic readings are left out. */
export async function readSharedStrings(archive: Archive, part: string | null, limits: ReadLimits): Promise<string[]> {
  const strings: string[] = [];
  if (part === null) return strings;
  let text = '';
  let inText = false;
  let phonetic = false;
  let size = 0;
  await readXml(archive.read(part), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        size += STRING_OVERHEAD_BYTES + 2 * text.length;
        if (size > limits.sharedStrings) {
          throw new UnreadableFile(
            `The texts of the workbook take more than ${formatSize(limits.sharedStrings)}; save the sheet as .csv.`,
            'file',
            'payload_too_large',
          );
        }
        strings.push(unescape(text));
      }
    },
  });
  return strings;
}

/** Decodes characters that XML cannot contain, such as `_x000D_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring). */
export function unescape(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
    .toWellFormed();
}

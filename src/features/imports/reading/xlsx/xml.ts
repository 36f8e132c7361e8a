import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import { UnreadableFile } from '../draft.js';
import { inWords } from '../limits.js';

/** What happens in a document, by local names: writers of workbooks differ in their prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Bytes without any tag in between: more than the largest cell, less than what hurts. */
const MOST_WITHOUT_TAG = 4 * 1024 * 1024;
/** Elements inside each other: workbooks nest some ten deep; each that is open takes memory. */
const MOST_DEEP = 256;

/**
 * Reads a document piece by piece and yields after each what `take` finds gathered.
 * Throws `UnreadableFile` for XML that is not well-formed and for a doctype: workbooks have none, bombs of entities do.
 */
export async function* parseXml<T>(
  pieces: AsyncIterable<Buffer>,
  handler: XmlHandler,
  take: () => T,
): AsyncGenerator<T, void, undefined> {
  let quiet = 0;
  let depth = 0;
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('doctype', () => {
    throw new UnreadableFile(
      'The workbook contains a document type declaration (DOCTYPE), which no spreadsheet writes.',
    );
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    quiet = 0;
    depth += 1;
    if (depth > MOST_DEEP) throw new UnreadableFile(`The workbook nests its XML more than ${MOST_DEEP} deep.`);
    handler.open(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    quiet = 0;
    depth -= 1;
    handler.close?.(localName(tag.name));
  });
  if (handler.text) {
    const text = handler.text.bind(handler);
    parser.on('text', text);
    parser.on('cdata', text);
  }

  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    quiet += piece.length;
    if (quiet > MOST_WITHOUT_TAG + piece.length) {
      throw new UnreadableFile(`A cell of the workbook is larger than ${inWords(MOST_WITHOUT_TAG)}.`);
    }
    orDamaged(() => parser.write(decoder!.decode(piece, { stream: true })));
    yield take();
  }
  orDamaged(() => parser.write(decoder?.decode() ?? '').close());
  yield take();
}

/** Reads a small document to its end. */
export async function readXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const steps = parseXml(pieces, handler, () => undefined);
  while (!(await steps.next()).done);
}

function orDamaged(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(`The workbook is damaged: its XML is not well-formed (${message}).`);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** By the byte order mark or the first bytes of `<?xml` (XML 1.0, appendix F); UTF-8 else. */
function encodingOf(piece: Buffer): string {
  if ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0x3c && piece[1] === 0)) return 'utf-16le';
  if ((piece[0] === 0xfe && piece[1] === 0xff) || (piece[0] === 0 && piece[1] === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

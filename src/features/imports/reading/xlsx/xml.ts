import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import { UnreadableFile } from '../draft.js';
import { formatSize } from '../limits.js';

/** Receives the elements of a document by local names, because different programs write different prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Maximum number of bytes without a tag. The largest cell has fewer. */
const MAX_BYTES_WITHOUT_TAG = 4 * 1024 * 1024;
/** Maximum depth of elements, because each open element takes memory. Workbooks have about ten levels. */
const MAX_DEPTH = 256;

/**
 * Reads a document piece by piece, and yields the result of `take` after each piece.
 * @throws {UnreadableFile} for malformed XML, and for a doctype. Workbooks never contain a doctype, but entity bombs
 * need one
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
    if (depth > MAX_DEPTH)
      throw new UnreadableFile(`The XML of the workbook is nested more than ${MAX_DEPTH} levels deep.`);
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
    const known = (decoder ??= new TextDecoder(encodingOf(piece)));
    quiet += piece.length;
    if (quiet > MAX_BYTES_WITHOUT_TAG + piece.length) {
      throw new UnreadableFile(`A cell of the workbook is larger than ${formatSize(MAX_BYTES_WITHOUT_TAG)}.`);
    }
    orDamaged(() => parser.write(known.decode(piece, { stream: true })));
    yield take();
  }
  orDamaged(() => parser.write(decoder?.decode() ?? '').close());
  yield take();
}

/** Reads a document to its end. */
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
    throw UnreadableFile.of('damaged', `The workbook is damaged: its XML is not well-formed (${message}).`);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/**
 * Detects the encoding from the byte order mark or from the first bytes of `<?xml` (XML 1.0, appendix F). Default:
 * UTF-8.
 */
function encodingOf(piece: Buffer): string {
  if ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0x3c && piece[1] === 0)) return 'utf-16le';
  if ((piece[0] === 0xfe && piece[1] === 0xff) || (piece[0] === 0 && piece[1] === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

import { DOCUMENT, FORMAT, VERSION } from '../portable/document.js';
import type { Section } from '../portable/section.js';
import { SECTIONS } from '../portable/sections.js';
import { UnreadableFile, type Finding } from '../reading/draft.js';
import { BrokenJson, JsonPieces, type Piece } from './json-pieces.js';
import { readDocument } from './open-export.js';
import { readRow, type StagedRow } from './read-row.js';

/** Rows that are read together; `rows` counts those of the lists. */
export interface RestoreBatch {
  rows: number;
  staged: StagedRow[];
  errors: Finding[];
}

/** One row with all that it holds. */
const LARGEST_ROW = 64 * 1024 * 1024;
/** Rows and parts of rows that are handed on together. */
const AT_A_TIME = 1000;
/** Faults that are kept; the rest are counted by whoever mends these. */
const MOST_ERRORS = 1000;
/** What is told of the account itself, which is another's now. */
const PASSED_OVER = new Set(['exported_at', 'account']);

/**
 * Reads the document of an export, a handful of rows at a time.
 * @param begin called before the first row of each section
 * @throws {UnreadableFile}
 */
export async function* readExport(
  path: string,
  begin: (section: Section) => void,
): AsyncGenerator<RestoreBatch, void, undefined> {
  const pieces = new JsonPieces(LARGEST_ROW);
  const head = new Map<string, unknown>();
  const sections = new Set<string>();
  let errors = 0;
  let batch: RestoreBatch = { rows: 0, staged: [], errors: [] };
  try {
    for await (const text of readDocument(path)) {
      for (const piece of pieces.push(text)) {
        const section = Object.hasOwn(SECTIONS, piece.member) ? SECTIONS[piece.member] : undefined;
        const value = parse(piece);
        if (!section) {
          readHead(piece, value, head);
          continue;
        }
        demandHead(head);
        demandList(piece, sections);
        if (!piece.element) continue;
        begin(section);
        const read = readRow(piece.member, section, value, piece.line);
        batch.rows += 1;
        batch.staged.push(...read.rows);
        batch.errors.push(...read.errors.slice(0, Math.max(0, MOST_ERRORS - errors)));
        errors += read.errors.length;
        if (batch.staged.length < AT_A_TIME) continue;
        yield batch;
        batch = { rows: 0, staged: [], errors: [] };
      }
    }
    pieces.end();
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    throw new UnreadableFile(`${DOCUMENT} ${error.message} (line ${error.line}).`);
  }
  demandHead(head);
  yield batch;
}

function parse({ text, line }: Piece): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new BrokenJson(line, 'is not valid JSON');
  }
}

function readHead({ member, element, line }: Piece, value: unknown, head: Map<string, unknown>): void {
  if (PASSED_OVER.has(member)) return;
  if ((member !== 'format' && member !== 'version') || element || head.has(member)) {
    const known = ['format', 'version', ...PASSED_OVER, ...Object.keys(SECTIONS)].join(', ');
    throw new UnreadableFile(
      `${DOCUMENT} must hold ${known}, each once, but has "${member.slice(0, 60)}" in line ${line}.`,
    );
  }
  head.set(member, value);
}

/** It comes first, so that a file of another origin is told by its beginning. */
function demandHead(head: ReadonlyMap<string, unknown>): void {
  if (head.get('format') !== FORMAT) {
    throw new UnreadableFile(`${DOCUMENT} is no export of Queenbook: it must begin with "format": "${FORMAT}".`);
  }
  if (head.get('version') === VERSION) return;
  throw new UnreadableFile(
    `${DOCUMENT} is of version ${JSON.stringify(head.get('version'))?.slice(0, 20)}; this Queenbook reads version ${VERSION}.`,
  );
}

function demandList({ member, element, text, line }: Piece, begun: Set<string>): void {
  const last = [...begun].at(-1);
  if ((element || text === '[]') && (last === member || !begun.has(member))) {
    begun.add(member);
    return;
  }
  throw new UnreadableFile(`${DOCUMENT} must hold "${member}" once, as a list, but has it otherwise in line ${line}.`);
}

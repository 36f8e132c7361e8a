import { DOCUMENT, FORMAT, VERSION } from '../portable/document.js';
import type { Section } from '../portable/section.js';
import { SECTIONS } from '../portable/sections.js';
import { UnreadableFile, type Finding } from '../reading/draft.js';
import { BrokenJson, JsonPieces, parsePiece, type Piece } from './json-pieces.js';
import { readDocument } from './open-export.js';
import { readRow, type StagedRow } from './read-row.js';

/** A batch of rows; `rows` is their number, without the parts of rows. */
export interface RestoreBatch {
  rows: number;
  staged: StagedRow[];
  errors: Finding[];
}

/** Maximum length of a row, including its parts, in characters. */
const MAX_ROW_LENGTH = 64 * 1024 * 1024;
/** Number of rows, and parts of rows, in a batch. */
const BATCH_ROWS = 1000;
/** Maximum number of errors that are returned. */
const MAX_ERRORS = 1000;
/** Members that are not restored: the time of the export and the profile of the account. */
const IGNORED_MEMBERS = new Set(['exported_at', 'account']);

/**
 * Reads the document of an export in batches.
 * @param begin called with the section before each row
 * @throws {UnreadableFile}
 */
export async function* readExport(
  path: string,
  begin: (section: Section) => void,
): AsyncGenerator<RestoreBatch, void, undefined> {
  const pieces = new JsonPieces(MAX_ROW_LENGTH);
  const head = new Map<string, unknown>();
  const sections = new Set<string>();
  let errors = 0;
  let batch: RestoreBatch = { rows: 0, staged: [], errors: [] };
  try {
    for await (const text of readDocument(path)) {
      for (const piece of pieces.push(text)) {
        const section = Object.hasOwn(SECTIONS, piece.member) ? SECTIONS[piece.member] : undefined;
        const value = parsePiece(piece);
        if (!section) {
          readHead(piece, value, head);
          continue;
        }
        checkHead(head);
        checkList(piece, sections);
        if (!piece.element) continue;
        begin(section);
        const read = readRow(piece.member, section, value, piece.line);
        batch.rows += 1;
        batch.staged.push(...read.rows);
        batch.errors.push(...read.errors.slice(0, Math.max(0, MAX_ERRORS - errors)));
        errors += read.errors.length;
        if (batch.staged.length < BATCH_ROWS) continue;
        yield batch;
        batch = { rows: 0, staged: [], errors: [] };
      }
    }
    pieces.end();
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    throw UnreadableFile.of('damaged', `${DOCUMENT} ${error.message} (line ${error.line}).`);
  }
  checkHead(head);
  yield batch;
}

function readHead({ member, element, line }: Piece, value: unknown, head: Map<string, unknown>): void {
  if (IGNORED_MEMBERS.has(member)) return;
  if ((member !== 'format' && member !== 'version') || element || head.has(member)) {
    const known = ['format', 'version', ...IGNORED_MEMBERS, ...Object.keys(SECTIONS)].join(', ');
    throw new UnreadableFile(
      `${DOCUMENT} may contain only ${known}, each once, but has "${member.slice(0, 60)}" in line ${line}.`,
    );
  }
  head.set(member, value);
}

/** Requires the format and the version before any section, so that a foreign file is rejected early. */
function checkHead(head: ReadonlyMap<string, unknown>): void {
  if (head.get('format') !== FORMAT) {
    throw UnreadableFile.of(
      'damaged',
      `${DOCUMENT} is not an export of Queenbook: it must begin with "format": "${FORMAT}".`,
    );
  }
  if (head.get('version') === VERSION) return;
  throw new UnreadableFile(
    `${DOCUMENT} has version ${JSON.stringify(head.get('version'))?.slice(0, 20)}; this version of Queenbook reads version ${VERSION} of the format.`,
  );
}

function checkList({ member, element, text, line }: Piece, begun: Set<string>): void {
  const last = [...begun].at(-1);
  if ((element || text === '[]') && (last === member || !begun.has(member))) {
    begun.add(member);
    return;
  }
  throw new UnreadableFile(`${DOCUMENT} must contain "${member}" once, as a list; see line ${line}.`);
}

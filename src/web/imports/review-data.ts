import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { rest } from '../data/rest.js';
import type { ImportDetail } from './import-data.js';

const ROWS = graphql(`
  query ImportRows($id: ID!, $first: Int!, $offset: Int!, $filter: ImportRowFilter) {
    importRows(importId: $id, first: $first, offset: $offset, filter: $filter) {
      totalCount
      nodes {
        row
        state
        isDoubtful
        queenId
        foundBy
        name
        identifier
        cells
        corrections
        changes {
          record
          member
          from
          to
        }
        errors {
          row
          column
          message
          code
          params
        }
        warnings {
          row
          column
          message
          code
          params
        }
      }
    }
  }
`);

type Node = ResultOf<typeof ROWS>['importRows']['nodes'][number];
type Texts = Readonly<Record<string, string>>;

export interface ReviewRow extends Omit<Node, 'cells' | 'corrections'> {
  cells: Texts;
  corrections: Texts;
}
export type RowState = ReviewRow['state'];
export type Change = ReviewRow['changes'][number];
export type Finding = ReviewRow['errors'][number];

/** Selects the rows to show: all rows, rows with warnings, or rows in one state. */
export type RowFilter = 'all' | 'doubtful' | RowState;

export const PAGE_ROWS = 50;

export async function reviewRows(
  id: string,
  shown: RowFilter,
  offset: number,
  signal?: AbortSignal,
): Promise<{ total: number; rows: readonly ReviewRow[] }> {
  const filter = shown === 'all' ? null : shown === 'doubtful' ? { isDoubtful: true } : { state: shown };
  const { importRows } = await ask(ROWS, { id, first: PAGE_ROWS, offset, filter }, signal);
  return { total: importRows.totalCount, rows: importRows.nodes as ReviewRow[] };
}

/** Requests all rows that a filter selects, page by page. */
export async function allReviewRows(id: string, shown: RowFilter): Promise<ReviewRow[]> {
  const rows: ReviewRow[] = [];
  for (;;) {
    const page = await reviewRows(id, shown, rows.length);
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

/** The settings for reading a file, and the decisions about identifiers. The names are those of REST. */
export interface Choices {
  mapping: Readonly<Record<string, string | null>>;
  sheet: string | null;
  generation: 'F0' | 'F1' | null;
  eval_year: number | string | null;
  encoding: string | null;
  identifiers: Readonly<Record<string, 'same' | 'another' | null>>;
}

/** Decisions about a checked file. For an absent member, the earlier decision still applies. */
export interface Decisions extends Partial<Choices> {
  rows?: readonly { row: number; skip?: boolean; cells?: Readonly<Record<string, string | null>> }[];
  skip_faulty?: true;
  /** With `false`, the server imports the file. */
  dry_run?: false;
}

/**
 * Sends decisions. The server then checks the file again, or imports it.
 * @throws {Problem}
 */
export const decide = (id: string, decisions: Decisions): Promise<ImportDetail> =>
  rest('POST', `/api/imports/${id}/decisions`, decisions);

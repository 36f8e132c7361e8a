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

/** A row of a checked file. */
export interface ReviewRow extends Omit<Node, 'cells' | 'corrections'> {
  cells: Texts;
  corrections: Texts;
}
export type RowState = ReviewRow['state'];
export type Change = ReviewRow['changes'][number];
export type Finding = ReviewRow['errors'][number];

/** Which rows are shown: all, those with warnings, or those of a state. */
export type RowFilter = 'all' | 'doubtful' | RowState;

export const PAGE_ROWS = 50;

/** Reads a page of rows. */
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

/** All rows of a state, page by page. */
export async function allReviewRows(id: string, shown: RowFilter): Promise<ReviewRow[]> {
  const rows: ReviewRow[] = [];
  for (;;) {
    const page = await reviewRows(id, shown, rows.length);
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

/** How a file is read and what was decided about identifiers, by the names of the REST interface. */
export interface Choices {
  mapping: Readonly<Record<string, string | null>>;
  sheet: string | null;
  generation: 'F0' | 'F1' | null;
  eval_year: number | string | null;
  encoding: string | null;
  identifiers: Readonly<Record<string, 'same' | 'another' | null>>;
}

/** Decisions about a checked file; absent members keep the earlier decision. */
export interface Decisions extends Partial<Choices> {
  rows?: readonly { row: number; skip?: boolean; cells?: Readonly<Record<string, string | null>> }[];
  skip_faulty?: true;
  /** False to import the file. */
  dry_run?: false;
}

/** Sends decisions. The file is then checked again, or imported. @throws {Problem} */
export const decide = (id: string, decisions: Decisions): Promise<ImportDetail> =>
  rest('POST', `/api/imports/${id}/decisions`, decisions);

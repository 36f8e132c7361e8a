import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { Problem } from '../data/problem.js';

export const COUNTS = graphql(`
  fragment ImportCounts on ImportCounts @_unmask {
    queens
    evaluations
    apiaries
    hives
    breedingValues
  }
`);
export type Counts = ResultOf<typeof COUNTS>;
export type Kind = keyof Counts;

const IMPORT = graphql(
  `
    query Import($id: ID!) {
      import(id: $id) {
        id
        status
        format
        filename
        sheet
        sheets
        dryRun
        rows
        done
        errorCount
        warningCount
        encoding
        createdAt
        finishedAt
        undoneAt
        columns {
          header
          field
          samples
        }
        created {
          ...ImportCounts
        }
        updated {
          ...ImportCounts
        }
        unchanged {
          ...ImportCounts
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
        choices
        leftOut {
          rows
          faulty
        }
        namedOnly {
          count
          queens {
            called
            row
            column
          }
        }
        review {
          new
          changed
          unchanged
          faulty
          setAside
          skipped
          doubtful
          withoutRow
        }
      }
    }
  `,
  [COUNTS],
);

export type ImportDetail = NonNullable<ResultOf<typeof IMPORT>['import']>;
export type ImportColumn = ImportDetail['columns'][number];

/**
 * Reads an import.
 * @throws {Problem} `NOT_FOUND`
 */
export async function importOf(id: string, signal?: AbortSignal): Promise<ImportDetail> {
  const found = (await ask(IMPORT, { id }, signal)).import;
  if (found) return found;
  throw new Problem({ status: 404, code: 'NOT_FOUND', message: 'There is no such import in this account.' });
}

export const isUnfinished = ({ status }: Pick<ImportDetail, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** Whether the import has written data, so that it can be undone. */
export const canUndo = ({ status, dryRun }: Pick<ImportDetail, 'status' | 'dryRun'>): boolean =>
  status === 'completed' && !dryRun;

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;

/** The time between two requests grows, because small files need a second and large ones need minutes. */
export const pollDelay = (requests: number): number => Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 1.5 ** requests);

/** Requests an import repeatedly until it has ended. */
export async function whenFinished(
  id: string,
  onProgress?: (now: ImportDetail) => void,
  signal?: AbortSignal,
): Promise<ImportDetail> {
  for (let requests = 0; ; requests++) {
    const now = await importOf(id, signal);
    if (!isUnfinished(now)) return now;
    onProgress?.(now);
    await new Promise((resolve) => setTimeout(resolve, pollDelay(requests)));
  }
}

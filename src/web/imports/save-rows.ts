import { csvOf } from '../data/csv.js';
import { saveCsv } from '../data/save-csv.js';
import { inWords } from './fault-list.js';
import type { ReviewRow } from './review-data.js';

/**
 * Saves rows of a file with corrected cells as a CSV file, with their errors in a last column.
 * @param errorHeader header of the column with the errors
 */
export function saveRows(
  rows: readonly ReviewRow[],
  headers: readonly string[],
  errorHeader: string,
  name: string,
): void {
  const lines = rows.map(({ cells, corrections, errors }) => [
    ...headers.map((header) => corrections[header] ?? cells[header] ?? ''),
    errors
      .map(inWords)
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join('; '),
  ]);
  saveCsv(csvOf([[...headers, errorHeader], ...lines]), name);
}

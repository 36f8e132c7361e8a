import { hash } from 'node:crypto';
import type { BatchCollector, ReadRow } from './batch-collector.js';
import { readCell } from './cells/cell-reader.js';
import type { CellColumn, CellContext } from './cells/cell-reader.js';
import { agrees } from './cells/mating-words.js';
import type { MatingWord } from './cells/mating-words.js';
import { DATES, isTextField } from './cells/roles.js';
import type { Draft, Finding } from './draft.js';
import { TRAIT_COLUMNS } from '../../../core/traits.js';
import type { MergedCells } from './merged-cells.js';
import type { Plan, RowContext } from './plan.js';
import { isBlank } from './rows.js';
import type { RawRow } from './rows.js';
import { hasChangedDates, isOfWholeNumbers } from './survey.js';
import type { Survey } from './survey.js';
import { Fault } from './values.js';

const NO_DIGEST = '00000000-0000-0000-0000-000000000000';

/** Reads the rows of one table according to its plan. */
export class RowReader {
  private readonly digestOfHeaders: string;
  private readonly columns: readonly CellColumn[];
  private readonly context: CellContext;
  private isYearMissing = false;

  constructor(
    private readonly headers: readonly string[],
    private readonly plan: Plan,
    private readonly survey: Survey,
    private readonly collector: BatchCollector,
    private readonly merged: MergedCells,
  ) {
    this.digestOfHeaders = hash('md5', headers.join('\0'));
    this.columns = headers.map((header, column) => {
      const role = plan.roles[column] ?? null;
      const surveyed = role === null ? undefined : survey.columns[column];
      const isWhole = surveyed !== undefined && isOfWholeNumbers(surveyed);
      const refusesDates = surveyed !== undefined && hasChangedDates(surveyed);
      const field = plan.fields[column] ?? null;
      const isMonthFirst = survey.monthFirst !== undefined && field !== null && DATES.has(field);
      return { header, field, role, isWhole, refusesDates, isMonthFirst };
    });
    this.context = { names: survey.names, isOwn: plan.isOwn };
  }

  /** Returns null for a blank row. */
  read({ row, cells, marks, original = cells }: RawRow): ReadRow | null {
    if (isBlank(cells)) return null;
    const errors: Finding[] = [];
    const { headers } = this;
    const note = (column: number | null, { message, code, params }: Fault) =>
      errors.push({ row, column: column === null ? null : (headers[column] ?? null), message, code, params });
    if (cells.length > headers.length) {
      const extra = cells.slice(headers.length);
      if (!isBlank(extra)) {
        const count = headers.length + extra.findLastIndex((cell) => cell.trim() !== '') + 1;
        const message = `has ${count} cells, but there are only ${headers.length} columns`;
        note(null, new Fault(message, [], 'too_many_cells', { cells: count, columns: headers.length }));
        return { draft: null, errors };
      }
      cells.length = headers.length;
    }
    while (cells.length < headers.length) cells.push('');
    this.warnOfMergedCells(row, cells);

    for (const [column, mark] of marks ?? []) {
      if (mark.kind === 'padded' && isTextField(this.columns[column]?.field ?? null)) cells[column] = mark.text;
    }
    const draft: Draft = { row, cells: original, digest: '' };
    let mating: { column: number; word: MatingWord } | undefined;
    cells.forEach((cell, column) => {
      if (!cell.includes('\0')) return;
      note(column, new Fault('contains a NUL character', [], 'nul_character'));
      cells[column] = '';
    });
    const read = cells.map((cell, column) => {
      const known = this.columns[column];
      if (!known || (cell === '' && !marks?.has(column))) return '';
      return readCell(cell, marks?.get(column), known, this.context, {
        fault: (fault) => note(column, fault),
        warn: (code, message, params) => this.collector.warn(code, row, known.header, message, params),
        mating: (word) => (mating = { column, word }),
      });
    });
    const context: RowContext = {
      cells: read,
      draft,
      fault: (column, fault) => note(column, typeof fault === 'string' ? new Fault(fault) : fault),
      isFaulty: (column) => errors.some((error) => error.column === headers[column]),
      reportMissingYear: () => this.removeTest(draft),
    };
    for (const step of this.plan.steps) step(context);
    if (mating) applyMatingWord(context, mating.column, mating.word);
    if (errors.length > 0) {
      const known = draft.name !== undefined || draft.external_id !== undefined;
      return { draft: known ? { ...draft, cells: [], digest: NO_DIGEST } : null, errors };
    }
    draft.digest = this.digest(cells);
    return { draft, errors };
  }

  /** Adds a warning for each empty cell of a column that is read, if a merged cell shows a value in its place. */
  private warnOfMergedCells(row: number, cells: readonly string[]): void {
    for (const [column, first] of this.merged.emptyCells(row, cells)) {
      if ((this.columns[column]?.field ?? null) === null) continue;
      const message = `is empty, because it is merged with the cell in row ${first}, which alone contains the value; fill in the value in every row`;
      this.collector.warn('merged_cell', row, this.headers[column] ?? null, message, { first });
    }
  }

  /** Returns the errors of the whole file. Must be called after all rows are read. */
  faultsOfFile(): Finding[] {
    if (!this.isYearMissing) return [];
    const columns = this.headers.filter((_, column) => {
      const { filled = 0, years, days } = this.survey.columns[column] ?? {};
      return this.plan.fields[column] === null && filled > 0 && (years === filled || days === filled);
    });
    const named = columns.map((header) => `"${header}"`).join(', ');
    const which =
      columns.length > 0 ? `Columns that could contain the year: ${named}.` : 'No column looks like a year.';
    const message = `The file has test results, but no year of the test. ${which} Map a column to eval_year or evaluated_on, or set eval_year for all rows.`;
    return [{ row: null, column: null, message, code: 'year_missing', params: { columns } }];
  }

  /**
   * Removes the test of a row without a year, if the file has no column for the year. The missing year is one error of
   * the whole file.
   */
  private removeTest(draft: Draft): void {
    this.isYearMissing = true;
    for (const trait of TRAIT_COLUMNS) delete draft[trait];
  }

  /**
   * Returns the digest of the headers and the cells. No cell contains the separator NUL, so different rows always
   * result in different texts.
   */
  private digest(cells: readonly string[]): string {
    const hex = hash('md5', `${this.digestOfHeaders}\0${cells.join('\0')}`);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}

/**
 * A word for a mating type in the mate's column sets the mating type. If the row has another mating type that
 * contradicts the word, this is an error.
 */
function applyMatingWord({ draft, fault }: RowContext, column: number, { type, station }: MatingWord): void {
  if (draft.mating_type === undefined) draft.mating_type = type;
  else if (!agrees(type, draft.mating_type)) {
    const message = `means ${type}, but the mating type of the row is ${draft.mating_type}`;
    fault(column, new Fault(message, [], 'mating_contradiction', { given: type, other: draft.mating_type }));
  }
  if (station !== undefined) draft.mating_station ??= station;
}

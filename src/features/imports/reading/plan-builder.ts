import { roleOf } from './cells/roles.js';
import type { Role } from './cells/roles.js';
import type { Columns } from './columns.js';
import { UnreadableFile } from './draft.js';
import type { Format } from './draft.js';
import { FIELD_NAMES, FIELDS } from './fields.js';
import type { FieldReader } from './fields.js';
import type { FieldName } from './known-words.js';
import { readColumn } from './plan.js';
import type { Plan, Step } from './plan.js';
import { isTraitField, RELIABILITY_FIELDS } from './traits.js';

/** Builds a plan: the field of each column, and the steps that read a row, in their order. */
export class PlanBuilder {
  private readonly fields: (string | null)[];
  private readonly roles: (Role | null)[];
  private hasTests = false;
  private hasValues = false;
  private readonly steps: Step[] = [];

  constructor(
    private readonly format: Format,
    private readonly columns: Columns,
    /**
     * Whether the file is an export of Queenbook. An export puts an apostrophe before cells that a spreadsheet would
     * run as a formula.
     */
    private readonly isOwn = false,
  ) {
    this.fields = columns.headers.map(() => null);
    this.roles = columns.headers.map(() => null);
  }

  /** Reads a column as a field, if the column exists. */
  column(field: FieldName, column: number | undefined, read: FieldReader = FIELDS[field]): this {
    if (column === undefined) return this;
    this.fields[column] ??= field;
    this.roles[column] ??= roleOf(field);
    this.hasTests ||= isTraitField(field);
    return this.then(readColumn(column, read, this.isOwn));
  }

  /** Reads several columns that together form one field. Does nothing if none of them exists. */
  several(field: string, columns: readonly (number | undefined)[], step: Step, role: Role | null = null): this {
    const there = columns.filter((column) => column !== undefined);
    if (there.length === 0) return this;
    this.hasTests ||= isTraitField(field);
    for (const column of there) {
      this.fields[column] ??= field;
      this.roles[column] ??= role;
    }
    return this.then(step);
  }

  /** Reads the columns that the request maps. These columns override the columns of the format. */
  mapped(): this {
    const wanted = [...this.columns.mapped].filter(([, field]) => field !== null) as [number, FieldName][];
    for (const [column, field] of wanted) {
      if (!RELIABILITY_FIELDS.has(field)) continue;
      throw new UnreadableFile(
        `"${this.columns.headers[column]}" is mapped to ${field}, but the file contains no breeding values.`,
        'mapping',
      );
    }
    for (const [column, field] of wanted.toSorted(([, one], [, other]) => rank(one) - rank(other)))
      this.column(field, column);
    return this;
  }

  /**
   * Reads a breeding value.
   * @param field REST name of the breeding value
   */
  value(field: string, column: number, step: Step): this {
    this.hasValues = true;
    // Not `several`, because some breeding values have the name of a field of a test.
    this.fields[column] ??= field;
    return this.then(step);
  }

  then(step: Step): this {
    this.steps.push(step);
    return this;
  }

  /** Returns the columns that have been assigned to these fields. */
  columnsOf(...fields: string[]): number[] {
    return fields.flatMap((field) => this.fields.flatMap((each, column) => (each === field ? [column] : [])));
  }

  build(): Plan {
    const { fields, roles, steps, format, isOwn } = this;
    return {
      format,
      fields,
      roles,
      isOwn,
      steps,
      contains: {
        evaluations: this.hasTests,
        places: fields.includes('apiary') || fields.includes('hive'),
        breedingValues: this.hasValues,
      },
    };
  }
}

/** Position of a field in `FIELDS`. Fields are read in this order. */
export function rank(field: FieldName): number {
  return FIELD_NAMES.indexOf(field);
}

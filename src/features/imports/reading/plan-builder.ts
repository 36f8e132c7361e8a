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

/** Puts a plan together: which column tells which field, and the steps of a row in their order. */
export class PlanBuilder {
  private readonly fields: (string | null)[];
  private readonly roles: (Role | null)[];
  private hasTests = false;
  private hasValues = false;
  private readonly steps: Step[] = [];

  constructor(
    private readonly format: Format,
    private readonly columns: Columns,
    /** Whether this service wrote the file: a cell that a spreadsheet would run as a formula has an apostrophe before it. */
    private readonly isOwn = false,
  ) {
    this.fields = columns.headers.map(() => null);
    this.roles = columns.headers.map(() => null);
  }

  /** Reads one column, if it is there, as a field. */
  column(field: FieldName, column: number | undefined, read: FieldReader = FIELDS[field]): this {
    if (column === undefined) return this;
    this.fields[column] ??= field;
    this.roles[column] ??= roleOf(field);
    this.hasTests ||= isTraitField(field);
    return this.then(readColumn(column, read, this.isOwn));
  }

  /** Reads several columns that tell a field together; not at all where none of them is there. */
  several(field: string, columns: readonly (number | undefined)[], step: Step, role: Role | null = null): this {
    const there = columns.filter((column) => column !== undefined);
    if (there.length === 0) return this;
    for (const column of there) {
      this.fields[column] ??= field;
      this.roles[column] ??= role;
    }
    return this.then(step);
  }

  /** Reads what the request maps, over what the format itself says. */
  mapped(): this {
    const wanted = [...this.columns.mapped].filter(([, field]) => field !== null) as [number, FieldName][];
    for (const [column, field] of wanted) {
      if (!RELIABILITY_FIELDS.has(field)) continue;
      throw new UnreadableFile(
        `"${this.columns.headers[column]}" is mapped to ${field}, but the file holds no breeding values.`,
        'mapping',
      );
    }
    for (const [column, field] of wanted.toSorted(([, one], [, other]) => rank(one) - rank(other)))
      this.column(field, column);
    return this;
  }

  /** Reads a breeding value. @param field what REST calls it */
  value(field: string, column: number, step: Step): this {
    this.hasValues = true;
    return this.several(field, [column], step);
  }

  then(step: Step): this {
    this.steps.push(step);
    return this;
  }

  /** The columns that tell one of these fields, so far. */
  telling(...fields: string[]): number[] {
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
      brings: {
        evaluations: this.hasTests,
        places: fields.includes('apiary') || fields.includes('hive'),
        breedingValues: this.hasValues,
      },
    };
  }
}

/** The order in which fields are read, see `FIELDS`. */
export function rank(field: FieldName): number {
  return FIELD_NAMES.indexOf(field);
}

import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { PREPARED_MARK } from '../../src/db/prepared-statements.js';
import type { Database } from '../../src/db/database.js';
import type { SentStatement } from './sent-statements.js';

/** A step of the output of `explain (analyze, buffers, format json)`. */
interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Heap Fetches'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Step[];
}

export interface Plan {
  /** The steps that read a table which grows with an account, or an index of such a table. */
  scans: Scan[];
  /** The number of blocks that were read, including repeated reads. */
  blocks: number;
  text: string;
}

export interface Scan {
  kind: string;
  table: string;
  index?: string;
  condition: string;
  /** The number of rows that were read, including rows that a filter removed. */
  rows: number;
}

/** PostgreSQL plans a prepared statement for its values this many times before it considers a generic plan. */
const PLANNED_FOR_VALUES = 5;

const GROWING = /^(queen|queen_identifier|evaluation|hive|apiary|breeding_value|ranking_row|change|api_key|session)$/;

/** Runs a recorded statement again, with the same account and row-level security. Returns the plan of the statement. */
export async function explain({ inRole }: Database, accountId: string, { text, values }: SentStatement): Promise<Plan> {
  const explainPrefix = 'explain (analyze, buffers, timing off, summary off, format json)';
  const { rows } = await inRole(accountId)
    .connection()
    .execute(async (db) => {
      const run = (statement: string, bound: unknown[] = []) => db.executeQuery(CompiledQuery.raw(statement, bound));
      if (!PREPARED_MARK.test(text)) return run(`${explainPrefix} ${text}`, values);
      await run(`prepare explained as ${text}`);
      try {
        const bound = values.map((value) =>
          pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
        );
        const execute = `execute explained (${bound.join()})`;
        for (let times = 0; times < PLANNED_FOR_VALUES; times += 1) await run(execute);
        const response = await run(`${explainPrefix} ${execute}`);
        const { rows } = await run(`select from pg_prepared_statements where name = 'explained' and generic_plans > 0`);
        // Regression: the planning of a list with one queen took twice as long as its execution.
        if (rows.length === 0) throw new Error(`The statement is planned again for each execution:\n${text}`);
        return response;
      } finally {
        await run('deallocate explained');
      }
    });
  const [response] = rows as { 'QUERY PLAN': [{ Plan: Step }] }[];
  const plan = response!['QUERY PLAN'][0].Plan;
  return { scans: [...scansOf(plan)], blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], text };
}

function* scansOf(step: Step, table = step['Relation Name']): Generator<Scan> {
  for (const inner of step.Plans ?? []) {
    yield* scansOf(inner, inner['Relation Name'] ?? (/Bitmap/.test(step['Node Type']) ? table : undefined));
  }
  // A bitmap heap scan reads the rows that its bitmap index scans have found. The steps below this scan already contain
  // these rows.
  if (table === undefined || !GROWING.test(table) || !/Scan/.test(step['Node Type'])) return;
  if (step['Node Type'] === 'Bitmap Heap Scan') return;
  const each = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const;
  const rows = each.reduce((sum, name) => sum + (step[name] ?? 0), 0) * step['Actual Loops'];
  yield {
    kind: step['Node Type'],
    table,
    index: step['Index Name'],
    condition: step['Index Cond'] ?? '',
    rows: Math.round(rows),
  };
}

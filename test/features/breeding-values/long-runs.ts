import { expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { readConfig } from '../../../src/core/config.js';
import { openDatabase } from '../../../src/db/database.js';
import { importFile } from '../imports/uploads.js';
import type { Client } from '../../support/client.js';

const FILE = 'datenimport-2005-2024.csv';

/** Options of runs on the sample file. `LONG_RUN` estimates variances, which takes seconds on any machine. */
export const SHORT_RUN = { traits: ['honey'] };
export const LONG_RUN = { parameters: 'estimate', traits: ['honey', 'gentleness'] };

export interface Run {
  id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  progress: number;
  error: string | null;
}

/** Imports queens and evaluations of many years. */
export async function importSample(client: Client): Promise<void> {
  await importFile(client, FILE, await readFile(new URL(`../../../src/demo/${FILE}`, import.meta.url)));
}

export async function start(client: Client, body: object): Promise<string> {
  const response = await client.post('/api/v1/ebv/runs', body);
  expect([response.status, response.body]).toEqual([202, expect.anything()]);
  return response.body.data.id;
}

export const getRun = async (client: Client, id: string): Promise<Run> =>
  (await client.get(`/api/v1/ebv/runs/${id}`)).body.data;

/** Waits until the run meets the condition; fails if the run ends earlier. */
async function waitFor(client: Client, id: string, isMet: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await getRun(client, id);
    if (isMet(run)) return run;
    if (run.status !== 'queued' && run.status !== 'running') throw new Error(JSON.stringify(run));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const waitForProgress = (client: Client, id: string) =>
  waitFor(client, id, ({ status, progress }) => status === 'running' && progress > 0);

/** Waits until a run of a dead process is resumed. `left` is the last progress that the dead process has stored. */
export const waitForResume = (client: Client, id: string, left: number) =>
  waitFor(client, id, ({ progress }) => progress !== left);

/** Waits until the computation (the first half of the progress) is almost complete. */
export const waitForComputation = (client: Client, id: string) =>
  waitFor(client, id, ({ progress }) => progress >= 0.45);

export const waitForEnd = (client: Client, id: string) =>
  waitFor(client, id, ({ status }) => status !== 'queued' && status !== 'running');

export interface Value {
  queen_id: string;
  raw: number;
}

export async function valuesOf(db: Kysely<unknown>, run: string): Promise<Value[]> {
  const { rows } = await sql<Value>`
    select queen_id, trait, entity_type, raw, normalized, reliability from breeding_value where run_id = ${run}
    order by queen_id, trait, entity_type`.execute(db);
  return rows;
}

/** Reads a database that no process uses. */
export async function withDatabase<Result>(
  environment: Record<string, string>,
  find: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const { kysely, release } = await openDatabase(readConfig(environment));
  try {
    return await find(kysely);
  } finally {
    await kysely.destroy();
    await release();
  }
}

import { expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { readConfig } from '../../../src/core/config.js';
import { openDatabase } from '../../../src/db/database.js';
import { importFile } from '../imports/uploads.js';
import type { Client } from '../../support/client.js';

const FILE = 'datenimport-2005-2024.csv';

/** Estimating the variances of some traits of the sample file takes seconds on any machine. */
export const SHORT = { traits: ['honey'] };
export const LONGEST = { parameters: 'estimate', traits: ['honey', 'gentleness'] };

export interface Run {
  id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  progress: number;
  error: string | null;
}

/** Queens and evaluations of many years. */
export async function plantSample(client: Client): Promise<void> {
  await importFile(client, FILE, await readFile(new URL(`../../../src/demo/${FILE}`, import.meta.url)));
}

export async function start(client: Client, body: object): Promise<string> {
  const answer = await client.post('/api/v1/ebv/runs', body);
  expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
  return answer.body.data.id;
}

export const look = async (client: Client, id: string): Promise<Run> =>
  (await client.get(`/api/v1/ebv/runs/${id}`)).body.data;

/** Waits until the run meets the condition; fails if it ends without. */
async function until(client: Client, id: string, fits: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await look(client, id);
    if (fits(run)) return run;
    if (run.status !== 'queued' && run.status !== 'running') throw new Error(JSON.stringify(run));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const amid = (client: Client, id: string) =>
  until(client, id, ({ status, progress }) => status === 'running' && progress > 0);

/** Waits until a run of a dead process has been resumed at this progress. */
export const takenUp = (client: Client, id: string, left: number) =>
  until(client, id, ({ progress }) => progress !== left);

/** Waits until only the values must be stored, which is the second half of the progress. */
export const workedOut = (client: Client, id: string) => until(client, id, ({ progress }) => progress >= 0.45);

export const settled = (client: Client, id: string) =>
  until(client, id, ({ status }) => status !== 'queued' && status !== 'running');

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
export async function lookInto<Found>(
  environment: Record<string, string>,
  find: (db: Kysely<unknown>) => Promise<Found>,
): Promise<Found> {
  const { kysely, release } = await openDatabase(readConfig(environment));
  try {
    return await find(kysely);
  } finally {
    await kysely.destroy();
    await release();
  }
}

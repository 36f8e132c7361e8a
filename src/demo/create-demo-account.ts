import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Permissions } from '../auth/permissions.js';
import { openAccount } from '../features/accounts/accounts.js';
import { createKey } from '../features/api-keys/manage-keys.js';
import { OPERATOR } from '../features/audit/actor.js';
import { insertRun } from '../features/breeding-values/runs/manage-runs.js';
import { EBV_QUEUE } from '../features/breeding-values/runs/run-queue.js';
import type { Services } from '../graphql/context.js';
import { runImport } from '../features/imports/import-job.js';
import { stageFile } from '../features/imports/stage-file.js';
import { fileOf, SAMPLES, type Sample } from './samples.js';

const DEMO_EMAIL = 'demo@queenbook.example';

/** The read-only preset of the web interface. */
const READ_ALL: Permissions = { queens: 'read', evaluations: 'read', blup: 'read', hive: 'read', account: 'read' };
const READ_ONLY = { name: 'Demo', permissions: READ_ALL, days: null, addresses: [] };

/**
 * Creates a demo account with sample data in a new embedded database, starts a computation of breeding values, and
 * prints how to sign in. If an earlier start was interrupted, the account is created again.
 */
export async function createDemoAccount(services: Services, printLine: (line: string) => void): Promise<void> {
  const done = join(services.config.DATA_DIR, 'demo-planted');
  if (existsSync(done)) return;
  const db = services.orm.database.kysely;
  const others = await sql`select 1 from account where email <> ${DEMO_EMAIL} limit 1`.execute(db);
  if (others.rows.length === 0) {
    await sql`delete from import_draft where account_id in (select id from account where email = ${DEMO_EMAIL})`.execute(
      db,
    );
    await sql`delete from account where email = ${DEMO_EMAIL}`.execute(db);
    printLine('Creating the demo account with sample queens …');
    const password = randomBytes(9).toString('base64url');
    const account = await openAccount(services, { email: DEMO_EMAIL, password, name: 'Demo apiary' });
    for (const sample of SAMPLES) await importSample(services, account.id, sample);
    // The run is computed in the background, so that the service listens at once.
    const run = await insertRun(db, account.id);
    await services.jobs.send(EBV_QUEUE, { accountId: account.id, id: run });
    const { key } = await createKey(services.orm.ownedBy(account.id), OPERATOR, services.config, READ_ONLY);
    printLine(`Demo account: ${DEMO_EMAIL}`);
    printLine(`Demo password: ${password}`);
    printLine(`Demo API key (read-only): ${key}`);
  }
  writeFileSync(done, '');
}

async function importSample(services: Services, accountId: string, sample: Sample): Promise<void> {
  const options = { by: OPERATOR, dryRun: false, reading: { filename: sample.name } };
  const { importId } = await stageFile(services, accountId, fileOf(sample), options, () => undefined);
  await runImport(services, { accountId, id: importId });
}

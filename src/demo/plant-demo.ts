import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Permissions } from '../access/permissions.js';
import { openAccount } from '../accounts/accounts.js';
import { createKey } from '../api-keys/manage-keys.js';
import type { Services } from '../context.js';
import { runImport } from '../exchange/import-job.js';
import { stageFile } from '../exchange/stage-file.js';

const EMAIL = 'demo@queenbook.example';

/** Simulated files, in the shape that breeders' files have, in the order in which they build on each other. */
const FILES = ['datenimport-2005-2024.csv', 'stockkarten-2024.csv', 'regine-f1-2024.csv', 'zuchtwerte-2024.csv'];

/** The preset of the interface. */
const READ_ALL: Permissions = { queens: 'read', evaluations: 'read', blup: 'read', hive: 'read', account: 'read' };
const READ_ONLY = { name: 'Demo', permissions: READ_ALL, days: null, addresses: [] };

/** The files stay beside the sources: the compiler copies none. */
const folder = fileURLToPath(new URL('../../../src/demo/', import.meta.url));

/**
 * Gives a new embedded database an account with sample queens, and says how to sign in. A planting that was cut short
 * is done again from the start.
 */
export async function plantDemo(services: Services, say: (line: string) => void): Promise<void> {
  const done = join(services.config.DATA_DIR, 'demo-planted');
  if (existsSync(done)) return;
  const db = services.orm.database.kysely;
  const others = await sql`select 1 from account where email <> ${EMAIL} limit 1`.execute(db);
  if (others.rows.length === 0) {
    await sql`delete from import_draft where account_id in (select id from account where email = ${EMAIL})`.execute(db);
    await sql`delete from account where email = ${EMAIL}`.execute(db);
    say('Planting the demo account with sample queens …');
    const password = randomBytes(9).toString('base64url');
    const account = await openAccount(services, { email: EMAIL, password, name: 'Demo apiary' });
    for (const filename of FILES) await importSample(services, account.id, filename);
    const { key } = await createKey(services.orm.ownedBy(account.id), services.config, READ_ONLY);
    say(`Demo account: ${EMAIL}`);
    say(`Demo password: ${password}`);
    say(`Demo API key (read-only): ${key}`);
  }
  writeFileSync(done, '');
}

async function importSample(services: Services, accountId: string, filename: string): Promise<void> {
  const options = { dryRun: false, reading: { filename } };
  const { importId } = await stageFile(services, accountId, join(folder, filename), options, () => undefined);
  await runImport(services, { accountId, id: importId });
}

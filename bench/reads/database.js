import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeKey, register, SERVER, startService, stop, stopAll } from '../service.js';
import { fill } from './fill.js';
import { Herd } from './herd.js';

const NAMES = ['herd', 'neighbour', 'stranger', 'beginner'];
const SMALL = 200;
/** Raises the limits of API keys. */
export const UNLIMITED = { KEYS_PER_ACCOUNT: '10000', KEY_CREATIONS_PER_HOUR: '10000' };

let databases = 0;

/**
 * Calls `work` with a database that has a large population in one account and small populations in other accounts.
 * @param bare true: the database has no evaluations and no breeding values
 * @param keep true: leaves the database for the next run, and reuses a database of an earlier run
 * @param checkout source of the migrations; by default, this checkout
 */
export async function withHerd({ size, bare = false, keep = false, checkout }, work) {
  const admin = new pg.Client({ connectionString: SERVER });
  await admin.connect();
  databases += 1;
  const name = `queenbook_bench_${keep ? fingerprint(size, bare, checkout) : `${process.pid}_${databases}`}`;
  const url = Object.assign(new URL(SERVER), { pathname: `/${name}` }).href;
  try {
    // Another run may be creating the same database.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    let accountId = await completedAccount(admin, name);
    if (!accountId) {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name}`);
      accountId = await populate(url, size, { bare, checkout });
      await admin.query(`comment on database ${name} is '${accountId}'`);
    }
    await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
    await work({ url, accountId, herd: new Herd(size) });
  } finally {
    await stopAll();
    if (!keep) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

/**
 * Returns the account with the large population; undefined if the database does not exist or is not completely filled.
 */
async function completedAccount(admin, name) {
  const { rows } = await admin.query(
    `select shobj_description(oid, 'pg_database') as account from pg_database where datname = $1`,
    [name],
  );
  return rows[0]?.account;
}

/**
 * Starts the service on the database at `url`. Returns the process, its address, and a key that can read all resources.
 */
export async function serve(url, checkout) {
  const { child, base } = await startService(url, UNLIMITED, checkout);
  return { child, base, key: await makeKey(base, NAMES[0]) };
}

async function populate(url, size, { bare, checkout }) {
  const start = performance.now();
  const service = await startService(url, UNLIMITED, checkout);
  const accounts = [];
  for (const name of NAMES) accounts.push(await register(service.base, name));
  await stop(service.child);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [account, { id }] of accounts.entries()) {
      await fill(client, id, new Herd(account === 0 ? size : SMALL, { account }), { bare });
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${size.toLocaleString('en')} queens written in ${seconds} s`);
  return accounts[0].id;
}

/** Returns a hash of the options, the migrations, `herd.js` and `fill.js`, which determine the tables and rows. */
function fingerprint(size, bare, checkout = fileURLToPath(new URL('../..', import.meta.url))) {
  const hash = createHash('sha256').update(`${size} ${bare}`);
  const migrations = join(checkout, 'migrations');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  for (const file of ['herd.js', 'fill.js']) hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

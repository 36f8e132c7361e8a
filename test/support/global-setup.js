import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(root, 'node_modules', '.cache', 'queenbook', 'templates');

/**
 * Creates the temporary folder of this run, and the migrated template that is copied for each test database. The
 * template is a database on the server in TEST_DATABASE_URL. Without this variable, the template is a folder, which is
 * cached until the migrations, or the code or libraries that run them, change.
 */
export default async function setUp() {
  // The name is short, because socket paths are limited to about a hundred characters.
  const folder = await mkdtemp(join(folderInMemory() ?? tmpdir(), 'qb-'));
  process.env.QUEENBOOK_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
  // The prefix of the names of all databases of this run.
  const run = `queenbook_test_${process.pid}`;
  process.env.QUEENBOOK_TEST_RUN = run;
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    process.env.QUEENBOOK_TEST_TEMPLATE = await embeddedTemplate();
    return;
  }
  await onServer(server, `create database ${run}_template`);
  const url = new URL(server);
  url.pathname = `/${run}_template`;
  await migrate({ DATA_DIR: folder, DATABASE_URL: url.href, SESSION_SECRET: 'a secret for the tests only' });
}

/** The in-memory file system of Linux. It creates the many small files of a database several times faster. */
const IN_MEMORY = '/dev/shm';

/** A run needs up to 2 GB. Containers often have only 64 MB. */
const MIN_FREE_BYTES = 4e9;

/**
 * Returns the folder for files in memory. Returns undefined if no such folder exists, if it is too small, or if TMPDIR
 * names a folder.
 */
function folderInMemory() {
  if (process.env.TMPDIR || !existsSync(IN_MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= MIN_FREE_BYTES ? IN_MEMORY : undefined;
}

async function embeddedTemplate() {
  const template = join(CACHE, migrationsHash());
  if (existsSync(template)) return template;
  // Removes templates of other migrations.
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'));
  await migrate({ DATA_DIR: unfinished });
  try {
    renameSync(unfinished, template);
  } catch (error) {
    // A concurrent run has created the template.
    if (!existsSync(template)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  return template;
}

/**
 * Returns a digest of all files that determine a migrated database: migrations, and the code and libraries that run
 * them.
 */
function migrationsHash() {
  const folder = join(root, 'dist', 'migrations');
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));
  const others = ['dist/src/db/migrate.js', 'dist/src/features/queues.js', 'dist/src/db/jobs.js', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const path of [...migrations.sort(), ...others.map((name) => join(root, name))]) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

async function migrate(environment) {
  await import('reflect-metadata');
  const [{ ENTITIES }, { readConfig }, { openOrm }, { migrateAll }, { QUEUES }] = await Promise.all([
    import('../../dist/src/features/entities.js'),
    import('../../dist/src/core/config.js'),
    import('../../dist/src/db/orm.js'),
    import('../../dist/src/db/migrate.js'),
    import('../../dist/src/features/queues.js'),
  ]);
  const orm = await openOrm(readConfig(environment), ENTITIES);
  await migrateAll(orm, QUEUES);
  await orm.close();
}

/** Runs statements on a PostgreSQL server over a separate connection. @returns the rows of the last statement */
export async function onServer(server, ...statements) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

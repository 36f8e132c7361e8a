import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import pg from 'pg';

/**
 * Makes one migrated database for the whole run, from which every service under test gets its own copy: creating an
 * embedded database takes seconds, copying its folder does not. With TEST_DATABASE_URL it is a template on that server.
 */
export default async function setUp() {
  const [{ readConfig }, { openOrm }, { migrateAll }, { QUEUES }] = await Promise.all([
    import('../../dist/src/config.js'),
    import('../../dist/src/orm.js'),
    import('../../dist/src/migrate.js'),
    import('../../dist/src/queues.js'),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-template-'));
  process.env.QUEENBOOK_TEST_TEMPLATE = folder;
  const environment = { DATA_DIR: folder };
  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const name = `queenbook_template_${process.pid}`;
    await onServer(server, `create database ${name}`);
    process.env.QUEENBOOK_TEST_TEMPLATE_DATABASE = name;
    const url = new URL(server);
    url.pathname = `/${name}`;
    Object.assign(environment, { DATABASE_URL: url.href, SESSION_SECRET: 'of no use here at all' });
  }
  const orm = await openOrm(readConfig(environment));
  await migrateAll(orm, QUEUES);
  await orm.close();
}

export async function onServer(server, statement) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

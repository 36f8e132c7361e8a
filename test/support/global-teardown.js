import { rm } from 'node:fs/promises';
import { onServer } from './global-setup.js';
import { closeShared } from './shared.js';

/** Removes the folder and the databases of the run, including those of killed workers. */
export default async function tearDown() {
  const { QUEENBOOK_TEST_FOLDER, QUEENBOOK_TEST_RUN, TEST_DATABASE_URL } = process.env;
  await closeShared();
  await rm(QUEENBOOK_TEST_FOLDER, { recursive: true, force: true });
  if (!TEST_DATABASE_URL) return;
  const databases = await onServer(
    TEST_DATABASE_URL,
    `select datname as name from pg_database where starts_with(datname, '${QUEENBOOK_TEST_RUN}_')`,
  );
  await onServer(TEST_DATABASE_URL, ...databases.map(({ name }) => `drop database ${name} with (force)`));
}

import { rm } from 'node:fs/promises';
import { onServer } from './global-setup.js';

export default async function tearDown() {
  const { QUEENBOOK_TEST_TEMPLATE, QUEENBOOK_TEST_TEMPLATE_DATABASE, TEST_DATABASE_URL } = process.env;
  await rm(QUEENBOOK_TEST_TEMPLATE, { recursive: true, force: true });
  if (TEST_DATABASE_URL) await onServer(TEST_DATABASE_URL, `drop database ${QUEENBOOK_TEST_TEMPLATE_DATABASE}`);
}
